"""Comparers, and the tabs of one, who submit at the same moment."""

from collections.abc import Callable
from functools import partial

import pytest

from annotator.quality.comparisons.comparing import (
    Evaluation,
    save_comparison_draft,
    submit_comparison,
)
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.comparisons.studies import finish_study
from annotator.workspace.history.models import Event
from tests.at_once import outcomes_at_once
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import AT

pytestmark = pytest.mark.django_db(transaction=True)


def evaluation(overall: str) -> Evaluation:
    return Evaluation([True, True], [False, True], "left", "tie", overall)


def submission(
    comparison: Comparison, overall: str, *, key: str, version: int | None = None
) -> Callable[[], object]:
    return partial(
        submit_comparison,
        comparison=comparison,
        evaluation=evaluation(overall),
        at=AT,
        idempotency_key=key,
        version=version,
    )


@pytest.fixture
def study() -> ComparisonStudy:
    """Four comparers of the same two pairs."""
    project = make_asqa_project()
    return make_study(project, make_comparers(project, 4), questions=2, per_pair=4)


def submitted() -> list[str]:
    """Events of submissions, by their comparison."""
    events = Event.objects.filter(verb="submitted", subject="comparison")
    return sorted(events.values_list("subject_id", flat=True))


def test_comparers_who_submit_together_are_all_counted_as_they_said(
    study: ComparisonStudy,
) -> None:
    comparisons = list(Comparison.objects.order_by("pk"))
    said = dict(zip(comparisons, ["left", "right", "tie", "left"] * 2, strict=True))
    calls = [submission(each, overall, key=str(each.pk)) for each, overall in said.items()]
    assert outcomes_at_once(calls) == ["done"] * 8
    for each, overall in said.items():
        each.refresh_from_db()
        assert (each.overall, each.submitted_at) == (overall, AT)
    assert submitted() == sorted(str(each.pk) for each in comparisons)


def test_of_tabs_that_submit_one_comparison_together_one_is_taken(study: ComparisonStudy) -> None:
    comparison = Comparison.objects.earliest("pk")
    tabs = ["left", "right", "tie", "left"]
    calls = [
        submission(comparison, overall, key=f"tab {number}") for number, overall in enumerate(tabs)
    ]
    assert outcomes_at_once(calls) == ["already_submitted"] * 3 + ["done"]
    comparison.refresh_from_db()
    number = int(comparison.idempotency_key.removeprefix("tab "))
    assert comparison.overall == tabs[number]
    assert submitted() == [str(comparison.pk)]


def test_a_submission_that_is_sent_twice_at_once_is_taken_once(study: ComparisonStudy) -> None:
    comparison = Comparison.objects.earliest("pk")
    assert outcomes_at_once([submission(comparison, "left", key="once")] * 4) == ["done"] * 4
    assert submitted() == [str(comparison.pk)]


def test_a_tab_that_submits_while_another_saves_does_not_lose_what_was_saved(
    study: ComparisonStudy,
) -> None:
    comparison = Comparison.objects.earliest("pk")
    save = partial(
        save_comparison_draft, comparison=comparison, version=0, draft={"overall": "right"}
    )
    outcomes = outcomes_at_once([submission(comparison, "left", key="a", version=0), save])
    comparison.refresh_from_db()
    if comparison.submitted_at is None:
        assert outcomes == ["done", "stale_draft"]
        assert (comparison.overall, comparison.draft) == (None, {"overall": "right"})
    else:
        assert outcomes == ["already_submitted", "done"]
        assert comparison.overall == "left"


def test_a_study_that_is_finished_meanwhile_has_all_or_nothing_of_a_comparison(
    study: ComparisonStudy,
) -> None:
    comparison, other = Comparison.objects.order_by("pk")[:2]
    submission(other, "tie", key="b")()
    finish = partial(finish_study, study=study, at=AT, actor=None)
    outcomes = outcomes_at_once([submission(comparison, "left", key="a"), finish])
    comparison.refresh_from_db()
    study.refresh_from_db()
    assert study.finished_at == AT
    taken = comparison.submitted_at is not None
    assert outcomes == (["done", "done"] if taken else ["done", "study_finished"])
    assert comparison.overall == ("left" if taken else None)
    assert (str(comparison.pk) in submitted()) == taken
