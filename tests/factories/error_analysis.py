"""Error analyses for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from annotator.material.corpus.models import Example
from annotator.material.corpus.storage import Packed
from annotator.systems.error_analysis.labelling import finish_labelling, save_labels
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import open_analysis
from annotator.systems.evaluation.models import Part, Score
from annotator.systems.evaluation.scored import Scored
from annotator.systems.evaluation.services import Entry, KeptFile, keep_score
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.systems import make_score, make_scored_example

PREDICTION = {"long": [0, 1, 0, 1], "short": [], "yes_no": "NONE"}


def make_answers(project: Project, results: Sequence[str], *, split: str = "all") -> Score:
    """A score of Natural Questions with a prediction for each of the project's first examples, of
    which came what ``results`` says of the long answer.
    """
    score = make_score(project, split=split)
    for example, result in zip(project.examples.order_by("pk"), results, strict=False):
        make_scored_example(score, example, long_result=result, prediction=PREDICTION)
    return score


def make_long_form_score(
    project: Project, examples: Sequence[Example], answers: Mapping[str, str], *, split: str
) -> Score:
    """A score of ASQA with ``answers`` to annotated questions, by the questions' keys."""
    gold: dict[str, Any] = {
        each.ambiguous_question.key: {
            "ambiguous_question": each.question.text,
            "qa_pairs": [
                {
                    "question": q,
                    "short_answers": ["a"],
                    "context": "No context provided",
                    "wikipage": None,
                }
                for q in ("one?", "two?")
            ],
            "wikipages": [],
            "annotations": [{"knowledge": [], "long_answer": "A reference."}],
        }
        for each in examples
    }
    entry = Entry(
        name="T5",
        notes="",
        split=split,
        gold=Packed.of(orjson.dumps({split: gold})),
        people={"rows": [], "missing": []},
        files={Part.PREDICTIONS: KeptFile("answers.json", Packed.of(orjson.dumps(dict(answers))))},
        parameters={"references": 2},
        scored=Scored({}, examples=len(gold), unannotated=0),
    )
    return keep_score(project=project, entry=entry, at=AT, actor=None)


def make_analysis(score: Score, people: Sequence[User], *, size: int = 1) -> ErrorAnalysis:
    """An analysis that ``people`` label."""
    members = {each.user_id: each.pk for each in score.system.project.memberships.all()}
    return open_analysis(
        score=score,
        size=size,
        seed=1,
        labellers=[members[person.pk] for person in people],
        at=AT,
        actor=None,
    )


Rows = Sequence[Sequence[Sequence[int]]]
"""Labels by answer and labeller."""


def give_labels(analysis: ErrorAnalysis, rows: Rows) -> ErrorAnalysis:
    """All of them label every answer."""
    seats = list(analysis.labellers.order_by("number"))
    for answer, row in zip(analysis.answers.order_by("number"), rows, strict=True):
        for seat, labels in zip(seats, row, strict=True):
            save_labels(answer=answer, labeller=seat, labels=labels, note="", at=AT)
    return analysis


def label_all(analysis: ErrorAnalysis, rows: Rows) -> ErrorAnalysis:
    """All of them label every answer, and finish."""
    give_labels(analysis, rows)
    for seat in analysis.labellers.order_by("number"):
        analysis = finish_labelling(labeller=seat, at=AT)
    return analysis
