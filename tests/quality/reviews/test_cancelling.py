"""Reviews that a lead cancels and opens again: rounds, studies and error analyses alike."""

from collections.abc import Callable
from typing import Any

import pytest

from annotator.exceptions import ConflictError
from annotator.quality.comparisons.comparing import (
    Evaluation,
    next_comparison,
    save_comparison_draft,
    submit_comparison,
)
from annotator.quality.comparisons.models import Comparison, StudyComparer
from annotator.quality.comparisons.studies import finish_study
from annotator.quality.judgments.meeting import note_presence, show_answer
from annotator.quality.judgments.models import Judgment
from annotator.quality.judgments.verdicts import close_seat
from annotator.quality.reviews.cancelling import cancel_review, reopen_review
from annotator.quality.reviews.models import Review
from annotator.systems.error_analysis.labelling import finish_labelling, save_labels
from annotator.systems.error_analysis.waiting import waiting_reviews
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Role
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import make_study
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import make_analysis, make_answers
from tests.factories.judgments import answers_of, finish, make_round, meet, seats_of, vote

pytestmark = pytest.mark.django_db

WHOLE = Evaluation([True, True], [False, True], "left", "tie", "right")
Work = Callable[[], Any]


def a_round() -> tuple[Review, list[Work]]:
    round_ = make_round(answers=1, experts=1)
    [seat], [answer] = seats_of(round_), answers_of(round_)
    return round_, [lambda: vote(answer, seat, "C"), lambda: close_seat(seat=seat, at=AT)]


def a_study() -> tuple[Review, list[Work]]:
    project = make_asqa_project()
    study = make_study(project, [make_member(project, "expert-1", Role.EXPERT).user])
    comparison = Comparison.objects.earliest("pk")
    return study, [
        lambda: save_comparison_draft(comparison=comparison, version=0, draft={}),
        lambda: submit_comparison(comparison=comparison, evaluation=WHOLE, at=AT),
        lambda: finish_study(study=study, at=AT, actor=None),
    ]


def an_analysis() -> tuple[Review, list[Work]]:
    project = make_project()
    make_examples(project, 1)
    expert = make_member(project, "expert-1", Role.EXPERT).user
    analysis = make_analysis(make_answers(project, ["wrong"]), [expert])
    seat, answer = analysis.labellers.get(), analysis.answers.get()
    return analysis, [
        lambda: save_labels(answer=answer, labeller=seat, labels=[0], note="", at=AT),
        lambda: finish_labelling(labeller=seat, at=AT),
    ]


@pytest.mark.parametrize("open_review", [a_round, a_study, an_analysis])
def test_nobody_works_on_a_cancelled_review_until_it_is_open_again(
    open_review: Callable[[], tuple[Review, list[Work]]],
) -> None:
    review, work = open_review()
    user = review.seats.get().user
    waiting = waiting_reviews(project=review.project, user=user)
    cancelled = cancel_review(review=review, at=AT, actor=None)
    assert cancelled.cancelled_at == AT
    cancel_review(review=review, at=AT, actor=None)
    none = waiting_reviews(project=review.project, user=user)
    assert (sum(vars_of(waiting)), sum(vars_of(none))) == (1, 0)
    for step in work:
        with pytest.raises(ConflictError) as refused:
            step()
        assert refused.value.code == "review_cancelled"
    reopen_review(review=review, at=AT, actor=None)
    reopen_review(review=review, at=AT, actor=None)
    assert waiting_reviews(project=review.project, user=user) == waiting
    for step in work:
        step()
    events = Event.objects.filter(subject=review.SUBJECT, verb__in=["cancelled", "reopened"])
    assert list(events.order_by("pk").values_list("verb", flat=True)) == ["cancelled", "reopened"]


def vars_of(waiting: Any) -> list[int]:
    return [waiting.judgment_rounds, waiting.comparison_studies, waiting.error_analyses]


def test_what_was_said_stays_and_a_meeting_stands_still() -> None:
    round_ = meet(make_round(answers=1, experts=1), [["C"]])
    revision = round_.revision
    round_ = cancel_review(review=round_, at=AT, actor=None)
    assert Judgment.objects.get().verdict == "C"
    assert note_presence(round_=round_, seat=seats_of(round_)[0], at=AT) == revision
    with pytest.raises(ConflictError):
        show_answer(round_=round_, number=0, at=AT, actor=seats_of(round_)[0].user)


def test_the_next_pair_of_a_cancelled_study_is_none() -> None:
    study, _ = a_study()
    cancel_review(review=study, at=AT, actor=None)
    assert next_comparison(StudyComparer.objects.get()) is None


def test_a_finished_review_is_not_cancelled() -> None:
    round_ = finish(meet(make_round(answers=1, experts=1), [["C"]]))
    with pytest.raises(ConflictError) as refused:
        cancel_review(review=round_, at=AT, actor=None)
    assert refused.value.code == "review_finished"
