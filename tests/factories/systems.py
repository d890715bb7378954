"""Systems on leaderboards, for tests."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from annotator.material.corpus.models import Example
from annotator.material.corpus.storage import Packed
from annotator.systems.evaluation.job_handlers import SCORE_SYSTEM
from annotator.systems.evaluation.models import Part, Score, ScoredExample
from annotator.systems.evaluation.scored import Scored
from annotator.systems.evaluation.services import Entry, KeptFile, keep_score
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.jobs import make_job, run_here


def make_score(
    project: Project,
    name: str = "Baseline",
    *,
    notes: str = "",
    split: str = "all",
    metrics: Mapping[str, float] | None = None,
    content: bytes = b"{}",
    people: Mapping[str, Mapping[str, float]] | None = None,
    alone: int | None = None,
    gold: bytes = b"",
    is_simulated: bool = False,
    is_trained: bool = False,
    at: datetime = AT,
    actor: User | None = None,
) -> Score:
    """A system's score, as it is kept, with figures and predictions of the test's choice.

    ``alone`` is the project of the people without context, ``gold`` what it was compared with.
    """
    entry = Entry(
        name=name,
        notes=notes,
        split=split,
        gold=Packed.of(gold),
        people={
            "rows": [
                {"who": person, "examples": 1, "metrics": dict(found), "source": alone}
                for person, found in (people or {}).items()
            ],
            "missing": [],
        },
        files={Part.PREDICTIONS: KeptFile("predictions.json", Packed.of(content))},
        parameters={"non_null_annotations": 2},
        scored=Scored(dict(metrics or {}), examples=1, unannotated=0),
        is_simulated=is_simulated,
        is_trained=is_trained,
    )
    return keep_score(project=project, entry=entry, at=at, actor=actor)


def make_scored_example(score: Score, example: Example, **fields: Any) -> ScoredExample:
    """What a system answered to an example: nothing where people have an answer."""
    given: dict[str, Any] = {
        "long_result": "missed",
        "short_result": "nothing",
        "answer_type": "paragraph",
        "is_first": True,
        "mu": 5,
        "is_yes_no": False,
        "prediction": {"long": None, "short": [], "yes_no": "NONE"},
        **fields,
    }
    return ScoredExample.objects.create(score=score, example=example, **given)


def nothing_predicted(example: Example, score: float = 0.0) -> dict[str, Any]:
    """A prediction of no answer."""
    return {
        "example_id": example.example_id,
        "long_answer": {"start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1},
        "long_answer_score": score,
        "short_answers": [],
        "short_answers_score": score,
        "yes_no_answer": "NONE",
    }


def write_predictions(path: Path, predictions: Sequence[Mapping[str, Any]]) -> Path:
    """A file of predictions in Natural Questions' format."""
    path.write_bytes(orjson.dumps({"predictions": list(predictions)}))
    return path


def queue_scoring(
    project: Project, predictions: Path, *, name: str = "Baseline", **parameters: Any
) -> Job:
    """A queued scoring that nobody has started."""
    given = {"notes": "", "split": "all", "non_null_annotations": 2, **parameters}
    paths = {Part.PREDICTIONS: str(predictions)}
    return make_job(SCORE_SYSTEM, {"name": name, "paths": paths, **given}, project=project)


def run_scoring(project: Project, predictions: Path, **parameters: Any) -> Job:
    """A scoring that has ended."""
    job = queue_scoring(project, predictions, **parameters)
    return run_here(job)
