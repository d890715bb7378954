"""Running a baseline on a project's split: from what it is asked for to a file of predictions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from annotator.systems.evaluation.models import BaselineKind
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project

TRAINED = {
    BaselineKind.MOST_FREQUENT,
    BaselineKind.CLOSEST_QUESTION,
    BaselineKind.RANDOM_RETRIEVAL,
}
"""Baselines that copy from another split: annotations, or passages."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A run of a baseline on a split, with what it copies from, and the seed of a draw."""

    project: Project
    split: str
    baseline: str
    train_project: Project | None = None
    train_split: str = ""
    seed: int = 0

    @property
    def sentence(self) -> str:
        """Where its answers come from, for the leaderboard."""
        if self.train_project is None:
            return ""
        source = f"{self.train_project.slug}, {self.train_split}"
        if self.baseline == BaselineKind.RANDOM_RETRIEVAL:
            return f"A passage of another question of {source}, drawn with seed {self.seed}."
        return f"Copies answers of {source}."


def plan_of(project: Project, parameters: Mapping[str, Any]) -> Plan:
    """The run that a job's parameters ask for. Raises ``JobFailedError`` if a project is gone."""
    slug = parameters.get("train_project", "")
    train = Project.objects.filter(slug_key=slug).first() if slug else None
    if slug and train is None:
        raise JobFailedError(f"The project {slug} to copy from no longer exists.")
    return Plan(
        project=project,
        split=parameters["split"],
        baseline=parameters["baseline"],
        train_project=train,
        train_split=parameters.get("train_split", ""),
        seed=parameters.get("seed", 0),
    )


def check_source(plan: Plan) -> None:
    """Raise ``JobFailedError`` if the split that is copied from is hidden: all leads read
    predictions.
    """
    source = plan.train_project
    if source is not None and names_hidden_split(source, [plan.train_split]):
        raise JobFailedError(
            f"{plan.train_split} of {source.slug} is hidden: nothing is copied from it. Choose"
            " another split."
        )


class Baselines(Protocol):
    """The part ``baselines`` of a room."""

    def predictions_file(self, plan: Plan, on_predicted: Callable[[int], None]) -> bytes:
        """As below, for a source that may be copied from."""


def predictions_file(plan: Plan, on_predicted: Callable[[int], None]) -> bytes:
    """The predictions for a split, as a file in the official format.

    ``on_predicted`` is told how many examples are done. Raises what ``check_source`` raises, and
    ``JobFailedError`` where the split that is copied from has too little.
    """
    check_source(plan)
    baselines: Baselines = part_of(plan.project.kind, "baselines")
    return baselines.predictions_file(plan, on_predicted)
