"""Running a baseline on a project's split: from what it is asked for to a file of predictions.

Natural Questions' three baselines give long answers (NQ paper, section 6.1). ASQA's repeat the
question eight times (section 5.1), or answer with a passage of another question: the paper gives
such passages to a model (random retrieval, section 6), which ``export_model_inputs`` writes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from annotator.exchange.exports.model_inputs import examples_of_project, random_passages
from annotator.material.corpus.splits import names_hidden_split
from annotator.systems.evaluation.baselines.baselines import (
    Baseline,
    ClosestQuestion,
    FirstParagraph,
    MostFrequent,
    predictions,
)
from annotator.systems.evaluation.baselines.boxed_project import boxed_examples
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.models import BaselineKind
from annotator.systems.evaluation.scoring.people import repeated_question
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project

TRAINED = {
    BaselineKind.MOST_FREQUENT,
    BaselineKind.CLOSEST_QUESTION,
    BaselineKind.RANDOM_RETRIEVAL,
}
"""Those that copy from another split: annotations, or passages."""

BETWEEN_STEPS = 20
"""So many examples are answered between two calls of ``on_predicted``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: a baseline on a split, with what it copies from, and the seed of a draw."""

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
    """What a job's parameters ask for. Raises ``JobFailedError`` where a project is gone."""
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


def predictions_file(plan: Plan, on_predicted: Callable[[int], None]) -> bytes:
    """The predictions for a split, as a file in the official format.

    ``on_predicted`` is told how many examples are done. Raises what ``check_source`` raises, and
    ``JobFailedError`` where the split that is copied from has too little.
    """
    check_source(plan)
    if plan.project.kind == Kind.ASQA:
        return orjson.dumps(_long_form_answers(plan))
    simulated = is_simulated(plan.project)
    examples = boxed_examples(plan.project, [plan.split], simulated=simulated)
    found = []
    for prediction in predictions(_baseline(plan), examples):
        found.append(prediction)
        if len(found) % BETWEEN_STEPS == 0:
            on_predicted(len(found))
    return orjson.dumps({"predictions": found})


def _baseline(plan: Plan) -> Baseline:
    if plan.train_project is None:
        return FirstParagraph()
    simulated = is_simulated(plan.train_project)
    training = boxed_examples(plan.train_project, [plan.train_split], simulated=simulated)
    if plan.baseline == BaselineKind.MOST_FREQUENT:
        return MostFrequent(training)
    return ClosestQuestion(training)


def _long_form_answers(plan: Plan) -> dict[str, str]:
    """An answer to each question of the split, by its key."""
    examples = examples_of_project(plan.project, [plan.split])
    if plan.train_project is None:
        return {key: repeated_question(example) for key, example in examples.items()}
    pool = examples_of_project(plan.train_project, [plan.train_split])
    try:
        drawn = random_passages(examples, pool, count=1, seed=plan.seed)
    except ValueError as error:
        raise JobFailedError(f"The split has too few passages: {error}.") from error
    return {key: passages[0].text for key, passages in drawn.items()}
