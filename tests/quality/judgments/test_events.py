"""What experts do with an answer is part of its example's life."""

import pytest

from annotator.material.corpus.models import Example
from annotator.quality.judgments.events import events_of_answers
from annotator.quality.judgments.meeting import add_note, show_answer
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.verdicts import record_context
from annotator.workspace.history.models import Event
from annotator.workspace.history.queries import events_of_example
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_member
from tests.factories.judgments import agree_on, answers_of, close_all, make_round, seats_of, vote

pytestmark = pytest.mark.django_db


def life_of(example: Example) -> list[tuple[str, object]]:
    """What was done with the example in rounds, by verb and by the answer's number."""
    events = events_of_example(
        project_id=example.project_id, example_id=example.pk, also=events_of_answers(example)
    ).filter(subject="judgment_round")
    return [(event.verb, event.details["answer"]) for event in events]


def examples_of(round_: JudgmentRound) -> list[Example]:
    return [answer.annotation.example for answer in answers_of(round_)]


def play(round_: JudgmentRound) -> None:
    """Two experts who see one of two answers otherwise."""
    first, second = answers_of(round_)
    seats = seats_of(round_)
    record_context(answer=first, seat=seats[0], at=AT)
    for seat, verdict in zip(seats, ("C", "W"), strict=True):
        vote(first, seat, verdict)
        vote(second, seat, "C")
    close_all(round_)
    author = seats[0].user
    show_answer(round_=round_, number=0, at=AT, actor=author)
    add_note(answer=first, text="Look.", idempotency_key="k", at=AT, actor=author)
    agree_on(first, "C_d")


def test_an_example_is_judged_in_its_life_and_no_other_is() -> None:
    round_ = make_round(answers=2, experts=2)
    play(round_)
    judged, other = examples_of(round_)
    assert life_of(judged) == [
        ("opened_context", 0),
        ("judged", 0),
        ("judged", 0),
        ("showed_answer", 0),
        ("noted", 0),
        ("decided_consensus", 0),
    ]
    assert life_of(other) == [("judged", 1), ("judged", 1)]
    lead = client_of(make_member(round_.project, "lena", Role.LEAD).user)
    at = f"/api/v1/projects/{round_.project.slug}/examples/{other.pk}/history/"
    shown = [event["verb"] for event in lead.get(at).json()["events"]]
    assert shown[-2:] == ["judged", "judged"]


def test_events_from_before_they_named_the_example_are_found_by_round_and_answer() -> None:
    round_ = make_round(answers=2, experts=2)
    another = make_round(round_.project, answers=1)
    for number, where in enumerate((round_, round_, another)):
        record_event(
            at=AT,
            actor=None,
            verb="judged",
            subject="judgment_round",
            subject_id=where.pk,
            project_id=where.project_id,
            details={"round": where.number, "answer": number % 2, "expert": 1},
        )
    assert Event.objects.filter(verb="judged", example_id=None).count() == 3
    first, second = examples_of(round_)
    assert (life_of(first), life_of(second)) == ([("judged", 0)], [("judged", 1)])
    assert life_of(examples_of(another)[0]) == [("judged", 0)]
