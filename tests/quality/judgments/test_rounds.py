"""Opening rounds, and taking experts out of them."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from annotator.exceptions import DomainError, InvalidInputError, NotFoundError
from annotator.quality.judgments.models import Consensus, JudgmentRound, Phase
from annotator.quality.judgments.rounds import add_expert, open_round
from annotator.quality.judgments.sampling import draw
from annotator.quality.judgments.verdicts import close_seat, remove_expert
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import change_member
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.judgments import (
    NULL,
    answers_of,
    close_all,
    finish,
    make_annotations,
    make_experts,
    make_round,
    meet,
    seats_of,
    vote,
    vote_all,
)

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(hours=1)


@pytest.fixture
def project() -> Project:
    project = make_project(overlap=2)
    make_member(project, "lead", Role.LEAD)
    return project


def opened(project: Project, **changes: Any) -> JudgmentRound:
    given = {
        "title": " Long answers ",
        "target": "long",
        "size": 20,
        "seed": 5,
        "experts": [member.pk for member in make_experts(project, 2)],
        "guidelines": "Be strict.",
        **changes,
    }
    return open_round(project=project, at=AT, actor=None, **given)


def refusal_of(project: Project, **changes: Any) -> tuple[str, set[str]]:
    with pytest.raises(InvalidInputError) as refused:
        opened(project, **changes)
    return refused.value.code, set(refused.value.fields)


def test_a_round_has_the_sample_that_its_seed_draws(project: Project) -> None:
    keys = sorted(row.pk for row in make_annotations(project, 6))
    round_ = opened(project)
    sample = draw(population=keys, size=20, seed=5)
    assert (round_.drawn, round_.population_size) == (list(sample.drawn), 6)
    assert round_.population_sha256 == sample.population_sha256
    answers = round_.answers.order_by("number").values_list("number", "annotation", "draws")
    draws = Counter(sample.drawn)
    assert list(answers) == [(n, key, draws[key]) for n, key in enumerate(sample.shown)]
    assert (round_.number, round_.title, round_.phase) == (1, "Long answers", Phase.INDEPENDENT)


def test_experts_get_numbers_in_the_order_in_which_they_are_named(project: Project) -> None:
    make_annotations(project, 1)
    first, second = make_experts(project, 2)
    round_ = opened(project, experts=[second.pk, first.pk, second.pk])
    seats = [(seat.number, seat.user_id) for seat in seats_of(round_)]
    assert seats == [(1, second.user_id), (2, first.user_id)]
    assert opened(project).number == 2


def test_a_round_of_short_answers_takes_those_alone(project: Project) -> None:
    yes = {
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "short_answers": [],
        "yes_no_answer": "YES",
    }
    make_annotations(project, 3, {**yes, "yes_no_answer": "NONE"})
    (short,) = make_annotations(project, 1, yes)
    round_ = opened(project, target="short", size=3)
    assert round_.drawn == [short.pk] * 3
    assert [answer.draws for answer in answers_of(round_)] == [3]


@pytest.mark.parametrize(
    ("changes", "code", "fields"),
    [
        ({"title": "  "}, "invalid_round", {"title"}),
        ({"title": "x" * 201}, "invalid_round", {"title"}),
        ({"title": "round\u202e1"}, "invalid_round", {"title"}),
        ({"target": "middle"}, "invalid_round", {"target"}),
        ({"size": 0}, "invalid_round", {"size"}),
        ({"size": 10_001}, "invalid_round", {"size"}),
        ({"seed": -1, "size": 0}, "invalid_round", {"seed", "size"}),
        ({"seed": 2**53}, "invalid_round", {"seed"}),
        ({"experts": []}, "no_experts", {"experts"}),
        ({"experts": [10**9]}, "unknown_expert", {"experts"}),
        ({"experts": range(1, 60)}, "too_many_experts", {"experts"}),
    ],
)
def test_a_round_that_makes_no_sense_is_refused(
    project: Project, changes: dict[str, Any], code: str, fields: set[str]
) -> None:
    make_annotations(project, 1)
    assert refusal_of(project, **changes) == (code, fields)
    assert not JudgmentRound.objects.exists()


def test_a_round_needs_something_to_judge(project: Project) -> None:
    make_annotations(project, 1, NULL)
    assert refusal_of(project) == ("nothing_to_draw", {"target"})


def test_long_form_answers_are_not_judged() -> None:
    assert refusal_of(make_asqa_project())[0] == "wrong_kind"


def test_an_expert_may_judge_what_they_wrote_themselves(project: Project) -> None:
    (annotation,) = make_annotations(project, 1)
    writer = project.memberships.get(user=annotation.annotator)
    change_member(membership=writer, role=Role.EXPERT, at=AT, actor=None)
    round_ = opened(project, experts=[writer.pk], size=1)
    assert round_.drawn == [annotation.pk]
    assert [seat.user for seat in seats_of(round_)] == [annotation.annotator]


def test_opening_is_on_record_without_what_was_drawn(project: Project) -> None:
    make_annotations(project, 1)
    opened(project)
    event = Event.objects.get(subject="judgment_round")
    assert (event.verb, event.details) == (
        "opened",
        {"round": 1, "target": "long", "size": 20, "answers": 1, "experts": 2},
    )


def test_a_round_goes_from_verdicts_over_a_consensus_to_its_end() -> None:
    round_ = finish(meet(make_round(), [["C", "C"], ["C", "W"]]), ["C", "C_d"])
    assert round_.phase == Phase.FINISHED
    settled = round_.answers.order_by("number").values_list(
        "consensus__verdict", "consensus__agreed"
    )
    assert list(settled) == [("C", True), ("C_d", False)]


def code_of_removing(round_: JudgmentRound, number: int) -> str:
    with pytest.raises(DomainError) as refused:
        remove_expert(seat=seats_of(round_)[number - 1], at=AT, actor=None)
    return refused.value.code


def test_a_round_goes_on_without_an_expert_who_has_left() -> None:
    round_ = make_round(experts=3, answers=1)
    (answer,) = answers_of(round_)
    first, second, third = seats_of(round_)
    for seat, verdict in ((first, "C"), (second, "C_d"), (third, "C")):
        vote(answer, seat, verdict)
    close_seat(seat=first, at=AT)
    close_seat(seat=third, at=AT)
    round_ = remove_expert(seat=second, at=LATER, actor=None)
    assert (round_.phase, round_.consensus_at) == (Phase.CONSENSUS, LATER)
    assert [seat.number for seat in seats_of(round_)] == [1, 3]
    assert list(Consensus.objects.values_list("verdict", "agreed")) == [("C", True)]
    event = Event.objects.get(verb="removed_expert")
    assert event.details == {"round": 1, "expert": 2}
    with pytest.raises(NotFoundError):
        vote(answer, first.__class__(pk=second.pk, round=round_), "C")


def test_removing_an_expert_early_leaves_the_others_to_vote() -> None:
    round_ = make_round(experts=3)
    first, second, third = seats_of(round_)
    assert remove_expert(seat=second, at=AT, actor=None).phase == Phase.INDEPENDENT
    assert seats_of(round_) == [first, third]


def test_a_round_whose_only_expert_has_left_goes_on_with_another_one() -> None:
    round_ = make_round(experts=1, answers=1)
    (gone,) = seats_of(round_)
    change_member(
        membership=round_.project.memberships.get(user=gone.user),
        is_active=False,
        at=AT,
        actor=None,
    )
    _, other = make_experts(round_.project, 2)
    seat = add_expert(round_=round_, membership=other.pk, at=LATER, actor=None)
    assert remove_expert(seat=gone, at=LATER, actor=None).phase == Phase.INDEPENDENT
    vote(answers_of(round_)[0], seat, "W")
    close_seat(seat=seat, at=LATER)
    round_.refresh_from_db()
    assert (round_.phase, [each.number for each in seats_of(round_)]) == (Phase.CONSENSUS, [2])
    event = Event.objects.get(verb="added_expert")
    assert event.details == {"round": 1, "expert": 2}


def test_nobody_joins_a_round_twice_or_its_meeting_or_without_being_an_active_expert() -> None:
    round_ = make_round(experts=1, answers=1)
    seated, inactive, late = make_experts(round_.project, 3)
    User.objects.filter(pk=inactive.user_id).update(is_active=False)
    writer = round_.project.memberships.get(role=Role.ANNOTATOR)
    codes = []
    for membership in (seated, inactive, writer):
        with pytest.raises(DomainError) as refused:
            add_expert(round_=round_, membership=membership.pk, at=AT, actor=None)
        codes.append(refused.value.code)
    vote_all(round_, [["C"]])
    close_all(round_)
    with pytest.raises(DomainError) as refused:
        add_expert(round_=round_, membership=late.pk, at=AT, actor=None)
    assert [*codes, refused.value.code] == ["unknown_expert"] * 3 + ["meeting_begun"]
    assert len(seats_of(round_)) == 1


def test_neither_closed_verdicts_nor_the_last_expert_can_be_removed() -> None:
    round_ = make_round(experts=2, answers=1)
    first, second = seats_of(round_)
    vote(answers_of(round_)[0], first, "C")
    close_seat(seat=first, at=AT)
    assert code_of_removing(round_, 1) == "seat_closed"
    alone = make_round(make_project("alone"), experts=1)
    assert code_of_removing(alone, 1) == "last_expert"
    assert second in seats_of(round_)
