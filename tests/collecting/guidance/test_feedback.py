"""Feedback: for one annotator, with a span, acknowledged, and whether it comes again."""

from datetime import timedelta

import pytest

from annotator.collecting.guidance.feedback import (
    PageSpan,
    Span,
    acknowledge_feedback,
    give_feedback,
    withdraw_feedback,
)
from annotator.collecting.guidance.models import Feedback
from annotator.collecting.guidance.queries import count_news, feedback_of, summarize_feedback
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.material.corpus.queries import html_of, packed_tokens_of
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.guidance import annotate

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_a_span_keeps_the_words_that_it_is_about(project: Project, ada: User, lena: User) -> None:
    annotation = annotate(project, ada)
    feedback = give_feedback(
        annotation=annotation,
        criterion="fluency",
        text="Who says so?",
        span=Span(2, 11),
        at=AT,
        actor=lena,
    )
    assert (feedback.start, feedback.end, feedback.quote) == (2, 11, "plumb bob")


@pytest.mark.parametrize("span", [Span(5, 5), Span(7, 3), Span(-1, 4), Span(0, 10_000)])
def test_a_span_outside_the_answer_is_refused(
    project: Project, ada: User, lena: User, span: Span
) -> None:
    annotation = annotate(project, ada)
    with pytest.raises(InvalidInputError):
        give_feedback(
            annotation=annotation, criterion="fluency", text="x", span=span, at=AT, actor=lena
        )


def test_feedback_on_natural_questions_quotes_the_frozen_page(lena: User) -> None:
    nq = make_project("nq")
    (example,) = make_examples(nq, 1)
    annotation = annotate(nq, make_member(nq, "ada").user)
    assert example.page
    html, tokens = html_of(example.page), packed_tokens_of(example.page)
    words = [place for place in range(len(tokens)) if not tokens[place].html_token]
    start, end = words[2], words[6] + 1

    def point_out(span: Span | PageSpan) -> Feedback:
        return give_feedback(
            annotation=annotation, criterion="long_answer", text="x", span=span, at=AT, actor=lena
        )

    feedback = point_out(PageSpan(start, end))
    assert (feedback.start, feedback.start_token, feedback.end_token) == (None, start, end)
    source = html[feedback.start_byte : feedback.end_byte].decode()
    assert (feedback.start_byte, feedback.end_byte) == (
        tokens[start].start_byte,
        tokens[end - 1].end_byte,
    )
    assert source.startswith(feedback.quote.split()[0])
    assert source.endswith(feedback.quote.split()[-1])
    for span in (PageSpan(end, start), PageSpan(0, len(tokens) + 1), PageSpan(3, 3), Span(0, 1)):
        with pytest.raises(InvalidInputError):
            point_out(span)


def test_a_long_form_answer_has_no_page_to_quote(project: Project, ada: User, lena: User) -> None:
    with pytest.raises(InvalidInputError):
        give_feedback(
            annotation=annotate(project, ada),
            criterion="other",
            text="x",
            span=PageSpan(0, 2),
            at=AT,
            actor=lena,
        )


def test_each_kind_of_project_has_its_criteria(project: Project, ada: User, lena: User) -> None:
    nq = make_project("nq")
    make_examples(nq, 1)
    make_member(nq, "ada")
    allowed = set()
    for annotation in (annotate(project, ada), annotate(nq, ada)):
        for criterion in ("completeness", "short_answer", "other", "beauty"):
            try:
                give_feedback(
                    annotation=annotation, criterion=criterion, text="x", at=AT, actor=lena
                )
            except InvalidInputError:
                continue
            allowed.add((annotation.assignment.project.kind, criterion))
    assert allowed == {
        ("asqa", "completeness"), ("asqa", "other"), ("nq", "short_answer"), ("nq", "other")
    }  # fmt: skip


def test_feedback_without_words_is_refused(project: Project, ada: User, lena: User) -> None:
    with pytest.raises(InvalidInputError):
        give_feedback(
            annotation=annotate(project, ada), criterion="other", text=" ", at=AT, actor=lena
        )


def test_feedback_that_is_sent_again_with_its_key_is_there_once(
    project: Project, ada: User, lena: User
) -> None:
    annotation = annotate(project, ada)
    other = make_member(project, "other", Role.LEAD).user

    def give(actor: User, key: str) -> Feedback:
        return give_feedback(
            annotation=annotation,
            criterion="other",
            text="x",
            at=AT,
            actor=actor,
            idempotency_key=key,
        )

    first = give(lena, "a")
    assert give(lena, "a") == first
    assert len({first, give(lena, "b"), give(other, "a"), give(lena, ""), give(lena, "")}) == 5
    assert Feedback.objects.count() == Event.objects.filter(verb="gave").count() == 5


@pytest.mark.django_db(transaction=True)
def test_of_feedback_that_is_sent_twice_at_once_there_is_one(
    project: Project, ada: User, lena: User
) -> None:
    annotation = annotate(project, ada)

    def give() -> None:
        give_feedback(
            annotation=annotation,
            criterion="other",
            text="x",
            at=AT,
            actor=lena,
            idempotency_key="a",
        )

    assert outcomes_at_once([give] * 4) == ["done"] * 4
    assert Feedback.objects.count() == 1


def test_only_the_annotator_acknowledges_and_only_once(
    project: Project, ada: User, lena: User
) -> None:
    feedback = give_feedback(
        annotation=annotate(project, ada), criterion="other", text="x", at=AT, actor=lena
    )
    with pytest.raises(NotAllowedError):
        acknowledge_feedback(feedback=feedback, at=AT, actor=lena)
    acknowledge_feedback(feedback=feedback, at=AT + HOUR, actor=ada)
    again = acknowledge_feedback(feedback=feedback, at=AT + 2 * HOUR, actor=ada)
    assert again.acknowledged_at == AT + HOUR


def test_what_was_acknowledged_can_not_be_taken_back(
    project: Project, ada: User, lena: User
) -> None:
    annotation = annotate(project, ada)
    first, second = (
        give_feedback(annotation=annotation, criterion="other", text="x", at=AT, actor=lena)
        for _ in range(2)
    )
    withdraw_feedback(feedback=first, at=AT, actor=lena)
    acknowledge_feedback(feedback=second, at=AT, actor=ada)
    with pytest.raises(ConflictError):
        withdraw_feedback(feedback=second, at=AT, actor=lena)
    assert list(Feedback.objects.all()) == [second]


def test_it_recurs_only_in_an_annotation_made_after_the_same_was_acknowledged(
    project: Project, ada: User, lena: User
) -> None:
    bob = make_member(project, "bob").user

    def point_out(user: User, criterion: str, at: int) -> Feedback:
        annotation = annotate(project, user, AT + at * HOUR)
        return give_feedback(
            annotation=annotation, criterion=criterion, text="x", at=AT + at * HOUR, actor=lena
        )

    first = point_out(ada, "fluency", 0)
    unread = point_out(ada, "fluency", 1)  # annotated before the first was acknowledged
    acknowledge_feedback(feedback=first, at=AT + 2 * HOUR, actor=ada)
    again = point_out(ada, "fluency", 3)
    other = point_out(ada, "completeness", 4)
    bobs = point_out(bob, "fluency", 5)
    seen = feedback_of(project=project, user=lena, role=Role.LEAD)
    recurs = {row.pk: row.recurs for row in seen}  # type: ignore[attr-defined]
    assert recurs == {
        first.pk: False, unread.pk: False, again.pk: True, other.pk: False, bobs.pk: False
    }  # fmt: skip
    assert summarize_feedback(project=project, users=[ada, bob]) == {
        ada.pk: [
            {
                "annotator": ada.pk,
                "criterion": "completeness",
                "given": 1,
                "acknowledged": 0,
                "recurring": 0,
                "last_at": AT + 4 * HOUR,
            },
            {
                "annotator": ada.pk,
                "criterion": "fluency",
                "given": 3,
                "acknowledged": 1,
                "recurring": 1,
                "last_at": AT + 3 * HOUR,
            },
        ],
        bob.pk: [
            {
                "annotator": bob.pk,
                "criterion": "fluency",
                "given": 1,
                "acknowledged": 0,
                "recurring": 0,
                "last_at": AT + 5 * HOUR,
            }
        ],
    }


def test_annotators_see_only_what_is_for_them(project: Project, ada: User, lena: User) -> None:
    bob = make_member(project, "bob").user
    mine = give_feedback(
        annotation=annotate(project, ada), criterion="other", text="x", at=AT, actor=lena
    )
    own = feedback_of(project=project, user=ada, role=Role.ANNOTATOR)
    assert list(own) == [mine]
    assert not feedback_of(project=project, user=bob, role=Role.ANNOTATOR).exists()
    counts = {
        user.username: count_news(project=project, user=user, role=Role.ANNOTATOR, at=AT)
        for user in (ada, bob)
    }
    assert {name: count["feedback_new"] for name, count in counts.items()} == {"ada": 1, "bob": 0}
