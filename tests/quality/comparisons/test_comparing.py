"""Comparing: drafts, submitting, the end of a study."""

from dataclasses import replace
from datetime import timedelta

import pytest

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.comparisons.comparing import (
    Evaluation,
    next_comparison,
    save_comparison_draft,
    submit_comparison,
    take_back_comparison,
)
from annotator.quality.comparisons.kept_results import keep_results, standing_of
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.comparisons.studies import change_scores, finish_study
from annotator.workspace.history.models import Event
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import complete, make_comparers, make_study
from tests.factories.corpus import AT

pytestmark = pytest.mark.django_db

WHOLE = Evaluation(
    left_captures=[True, True],
    right_captures=[False, True],
    ambiguity="left",
    fluency="tie",
    overall="right",
    comment="The right one is shorter.",
    seconds=12.5,
)


@pytest.fixture
def study() -> ComparisonStudy:
    """Two comparers with two pairs each."""
    project = make_asqa_project()
    return make_study(project, make_comparers(project, 2), questions=4)


def _first(study: ComparisonStudy) -> Comparison:
    found = next_comparison(study.comparers.get(number=1))
    assert found is not None
    return found


def test_pairs_come_in_order_until_none_is_left(study: ComparisonStudy) -> None:
    seat = study.comparers.get(number=1)
    for position in range(2):
        comparison = _first(study)
        assert (comparison.comparer, comparison.position) == (seat, position)
        submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT)
    assert next_comparison(seat) is None


def test_a_whole_comparison_is_kept_as_it_was_said(study: ComparisonStudy) -> None:
    comparison, is_new = submit_comparison(
        comparison=_first(study), evaluation=WHOLE, at=AT, idempotency_key="a"
    )
    comparison.refresh_from_db()
    assert is_new
    assert (comparison.left_captures, comparison.right_captures) == ([True, True], [False, True])
    assert (comparison.left_captured, comparison.right_captured) == (2, 1)
    assert (comparison.ambiguity, comparison.fluency, comparison.overall) == (
        "left",
        "tie",
        "right",
    )
    assert (comparison.comment, comparison.seconds) == ("The right one is shorter.", 12.5)
    assert comparison.submitted_at == AT


def test_the_same_key_again_changes_nothing_and_another_is_refused(study: ComparisonStudy) -> None:
    comparison = _first(study)
    submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT, idempotency_key="a")
    again, is_new = submit_comparison(
        comparison=comparison,
        evaluation=replace(WHOLE, overall="left"),
        at=AT,
        idempotency_key="a",
    )
    assert (again.overall, is_new) == ("right", False)
    with pytest.raises(ConflictError) as refusal:
        submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT, idempotency_key="b")
    assert refusal.value.code == "already_submitted"
    assert Event.objects.filter(subject="comparison").count() == 1


@pytest.mark.parametrize(
    ("evaluation", "fields"),
    [
        (
            replace(WHOLE, left_captures=[True, None]),
            {"left_captures[1]": "Say whether the answer captures this disambiguation."},
        ),
        (
            replace(WHOLE, right_captures=[True]),
            {"right_captures": "Give 2 answers, one for each disambiguation."},
        ),
        (
            replace(WHOLE, right_captures=[True, True, False]),
            {"right_captures": "Give 2 answers, one for each disambiguation."},
        ),
        (replace(WHOLE, ambiguity=None), {"ambiguity": "Choose left, right or tie."}),
        (replace(WHOLE, fluency=""), {"fluency": "Choose left, right or tie."}),
        (replace(WHOLE, overall="both"), {"overall": "Choose left, right or tie."}),
        (
            Evaluation([], [], None, None, None),
            {
                "left_captures": "Give 2 answers, one for each disambiguation.",
                "right_captures": "Give 2 answers, one for each disambiguation.",
                "ambiguity": "Choose left, right or tie.",
                "fluency": "Choose left, right or tie.",
                "overall": "Choose left, right or tie.",
            },
        ),
    ],
)
def test_an_incomplete_comparison_is_refused_and_each_gap_named(
    study: ComparisonStudy, evaluation: Evaluation, fields: dict[str, str]
) -> None:
    comparison = _first(study)
    with pytest.raises(InvalidInputError) as refusal:
        submit_comparison(comparison=comparison, evaluation=evaluation, at=AT)
    assert (refusal.value.code, refusal.value.fields) == ("incomplete", fields)
    comparison.refresh_from_db()
    assert comparison.submitted_at is None


def test_a_draft_is_kept_and_of_two_tabs_the_slower_is_refused(study: ComparisonStudy) -> None:
    comparison = _first(study)
    kept = save_comparison_draft(comparison=comparison, version=0, draft={"fluency": "left"})
    assert (kept.draft, kept.version) == ({"fluency": "left"}, 1)
    with pytest.raises(ConflictError) as refusal:
        save_comparison_draft(comparison=comparison, version=0, draft={})
    assert refusal.value.code == "stale_draft"
    with pytest.raises(ConflictError) as refusal:
        submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT, version=0)
    assert refusal.value.code == "stale_draft"
    submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT, version=1)
    with pytest.raises(ConflictError) as refusal:
        save_comparison_draft(comparison=comparison, version=1, draft={})
    assert refusal.value.code == "already_submitted"


def test_a_finished_study_takes_nothing_more(study: ComparisonStudy) -> None:
    complete(_first(study))
    open_still = _first(study)
    finish_study(study=study, at=AT, actor=None)
    study.refresh_from_db()
    assert study.finished_at == AT
    assert next_comparison(study.comparers.get(number=1)) is None
    for call in (
        lambda: save_comparison_draft(comparison=open_still, version=0, draft={}),
        lambda: submit_comparison(comparison=open_still, evaluation=WHOLE, at=AT),
        lambda: finish_study(study=study, at=AT, actor=None),
    ):
        with pytest.raises(ConflictError) as refusal:
            call()
        assert refusal.value.code == "study_finished"


@pytest.mark.parametrize(
    ("scores", "fields"),
    [
        ({"GPT": {"DR": 1.0}}, {"scores.GPT": "This study compares Retriever, Writer."}),
        ({"G\ud83d": {"DR": 1.0}}, {"scores": "This study compares Retriever, Writer."}),
        (
            {"Writer": {"D\0R": 1.0}},
            {"scores.Writer": "Name each metric, in at most 100 visible characters."},
        ),
        ({"Writer": {"DR": float("nan")}}, {"scores.Writer.DR": "Write a finite number."}),
        (
            {"Writer": {" ": 1.0}},
            {"scores.Writer": "Name each metric, in at most 100 visible characters."},
        ),
    ],
)
def test_scores_of_nothing_are_refused(
    study: ComparisonStudy, scores: dict[str, dict[str, float]], fields: dict[str, str]
) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        change_scores(study=study, scores=scores, at=AT, actor=None)
    assert refusal.value.fields == fields


def test_changed_scores_leave_all_others_as_they_are(study: ComparisonStudy) -> None:
    change_scores(study=study, scores={"Writer": {"DR": 1, "BLEU": 4}}, at=AT, actor=None)
    # A job gives the system a further score meanwhile.
    change_scores(study=study, scores={"Writer": {"ROUGE-L": 2}}, at=AT, actor=None)
    changes = {"Writer": {"BLEU": None, "F1": 3, "Nothing": None}}
    change_scores(study=study, scores=changes, at=AT, actor=None)
    assert study.systems.get(name="Writer").scores == {"DR": 1.0, "ROUGE-L": 2.0, "F1": 3.0}


def test_a_system_has_room_for_fifty_scores(study: ComparisonStudy) -> None:
    most = {"Writer": {str(number): number for number in range(50)}}
    change_scores(study=study, scores=most, at=AT, actor=None)
    with pytest.raises(InvalidInputError) as refusal:
        change_scores(study=study, scores={"Writer": {"F1": 3}}, at=AT, actor=None)
    assert refusal.value.fields == {"scores.Writer": "Give at most 50 scores."}
    change_scores(study=study, scores={"Writer": {"0": None, "F1": 3}}, at=AT, actor=None)


def test_scores_of_systems_that_are_not_named_stay(study: ComparisonStudy) -> None:
    both = {"Writer": {"DR": 1}, "Retriever": {"DR": 2}}
    change_scores(study=study, scores=both, at=AT, actor=None)
    change_scores(study=study, scores={"Writer": {"DR": None, "F1": 3}}, at=AT, actor=None)
    assert dict(study.systems.values_list("name", "scores")) == {
        "Retriever": {"DR": 2.0},
        "Writer": {"F1": 3.0},
    }


def test_a_comparison_is_corrected_by_taking_it_back(study: ComparisonStudy) -> None:
    comparison = _first(study)
    submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT, idempotency_key="a")
    keep_results(study=study, at=AT)
    open_again = take_back_comparison(comparison=comparison, at=AT)
    assert take_back_comparison(comparison=comparison, at=AT).version == open_again.version
    assert open_again.draft == {
        "left_captures": [True, True],
        "right_captures": [False, True],
        "ambiguity": "left",
        "fluency": "tie",
        "overall": "right",
        "comment": "The right one is shorter.",
        "seconds": 12.5,
    }
    assert (_first(study), open_again.submitted_at) == (comparison, None)
    late = AT + timedelta(minutes=1)
    with pytest.raises(ConflictError) as refused:
        submit_comparison(
            comparison=comparison, evaluation=WHOLE, at=late, idempotency_key="a", version=0
        )
    assert refused.value.code == "stale_draft"
    corrected, is_new = submit_comparison(
        comparison=comparison, evaluation=replace(WHOLE, overall="left"), at=late, version=1
    )
    assert (corrected.overall, is_new, standing_of(study).is_current) == ("left", True, False)
    event = Event.objects.get(verb="took_back")
    assert (event.subject, event.details["before"]["overall"]) == ("comparison", "right")
    keep_results(study=study, at=late)
    assert standing_of(study).is_current


def test_results_are_current_again_where_the_same_was_said_again(study: ComparisonStudy) -> None:
    comparison = _first(study)
    submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT)
    keep_results(study=study, at=AT)
    late = AT + timedelta(minutes=1)
    take_back_comparison(comparison=comparison, at=late)
    submit_comparison(comparison=comparison, evaluation=WHOLE, at=late)
    assert not standing_of(study).is_current
    assert keep_results(study=study, at=late)[1] is False
    assert standing_of(study).is_current


def test_nothing_is_taken_back_once_the_study_has_ended(study: ComparisonStudy) -> None:
    comparison = complete(_first(study))
    finish_study(study=study, at=AT, actor=None)
    with pytest.raises(ConflictError) as refused:
        take_back_comparison(comparison=comparison, at=AT)
    assert refused.value.code == "study_finished"
