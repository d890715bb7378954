"""A simulated project's measures, from its rows, against what the model says they come to.

The examples' truth is taken as it was drawn: chance is only in what annotators say. Each bound is
five standard errors, of a sum of independent annotations by their own chances where the measure
is one, else of 200 worlds' annotations (drawn anew by the model, of the same examples), rounded up.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from annotator.measures.agreement import krippendorff_alpha
from annotator.measures.answers import count_coded
from annotator.measures.coding import CodedRatings
from annotator.measures.human_bounds import single_annotator
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.simulation.planning import Plan, Wish, make_plan
from annotator.quality.simulation.services import simulate
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_page, make_project
from tests.quality.simulation.targets import (
    bad_probability,
    long_distribution,
    short_distribution,
    true_alpha,
    true_alpha_of_two,
    true_single,
)

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
EXAMPLES, ANNOTATIONS = 150, 25

WORDS = "a plumb bob hangs from its string and points to the centre of the Earth in Ghent since"
PARTS = "".join(f"<p>{WORDS} {1900 + number}.</p>" for number in range(10))
PAGE = f"<!DOCTYPE html><html><body>{PARTS}</body></html>".encode()


def simulated(*, steady: bool) -> tuple[Project, Plan]:
    """150 examples on a page with ten long paragraphs, annotated by the same 25."""
    project = make_project(overlap=ANNOTATIONS)
    make_examples(project, EXAMPLES, page=make_page(PAGE, "Ten paragraphs"))
    wish = Wish(annotators=ANNOTATIONS, seed=11, until="2026-03-04", steady=steady)
    simulate(project=project, wish=wish, at=AT, actor=None)
    return project, make_plan(project, wish)


def table(project: Project, *columns: str) -> list[NDArray[np.int64]]:
    """Each column as examples × annotations of numbers; equal values have equal numbers.

    An answer belongs to its example: in another one it has another number. NULL is 0.
    """
    names = [f"natural_questions_answer__{column}" for column in columns]
    rows = list(
        counted_annotations(project).order_by("example", "pk").values_list("example", *names)
    )
    found = []
    for place in range(1, len(columns) + 1):
        numbers: dict[object, int] = {}
        codes = [
            0
            if row[place] in (None, [], "NONE")
            else numbers.setdefault((row[0], str(row[place])), len(numbers) + 1)
            for row in rows
        ]
        found.append(np.array(codes).reshape(EXAMPLES, ANNOTATIONS))
    return found


def alpha(codes: NDArray[np.int64]) -> float:
    return krippendorff_alpha(CodedRatings(codes, tuple(range(int(codes.max()) + 1))))


def test_a_steady_project_has_the_targets_of_the_model() -> None:
    project, plan = simulated(steady=True)
    examples, pool = plan.world.examples, plan.world.pool
    long, spans, yes_no = table(project, "candidate_index", "short_answers", "yes_no_answer")
    truth, short = long_distribution(examples, pool), short_distribution(examples, pool)

    # μ of all, and of the examples one by one: 3,750 and 25 annotations.
    share = (long > 0).mean(axis=1)
    spread = np.sqrt((truth.mu() * truth.null).sum() * ANNOTATIONS) / long.size
    assert share.mean() == pytest.approx(truth.mu().mean(), abs=5 * spread)
    errors = np.sqrt(np.maximum(truth.mu() * truth.null, 0.01) / ANNOTATIONS)
    assert (abs(share - truth.mu()) < 5 * errors).all()
    answered = ((spans > 0) | (yes_no > 0)).mean()
    assert answered == pytest.approx(short.mu().mean(), abs=5 * spread)

    # Agreement, and one annotation against five others.
    assert alpha(long) == pytest.approx(true_alpha(truth), abs=0.05)
    quality = np.array(
        counted_annotations(project)
        .order_by("example", "pk")
        .values_list("natural_questions_answer__question_quality", flat=True)
    ).reshape(long.shape)
    assert alpha((quality == "bad").astype(np.int64)) == pytest.approx(
        true_alpha_of_two(bad_probability(examples, pool)), abs=0.11
    )
    unit = np.repeat(np.arange(EXAMPLES), ANNOTATIONS)
    counted = count_coded(unit, long.ravel(), number=EXAMPLES)
    assert single_annotator(counted).f1() == pytest.approx(true_single(truth).f1(), abs=0.04)


@pytest.mark.long
def test_with_drift_each_annotation_has_a_chance_of_its_own() -> None:
    """Two of twelve tire or hurry: μ is the mean of what each annotation comes to."""
    project, plan = simulated(steady=False)
    (long,) = table(project, "candidate_index")
    chances = plan.world.answer_chances()
    spread = np.sqrt((chances * (1 - chances)).sum()) / chances.size
    assert (long > 0).mean() == pytest.approx(chances.mean(), abs=5 * spread)
    # The eighth hurries and says NULL more often than the others: by more than chance.
    hurried = counted_annotations(project).filter(annotator__username="project-simulated-8")
    answered = hurried.filter(natural_questions_answer__candidate_index__isnull=False).count()
    others = (np.count_nonzero(long) - answered) / (long.size - EXAMPLES)
    assert answered / EXAMPLES < others - 2 * np.sqrt(others * (1 - others) / EXAMPLES)
