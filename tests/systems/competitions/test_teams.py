"""Teams: one for each person, joined by a link or on request, and left before they submit."""

from datetime import timedelta

import pytest

from annotator.exceptions import ConflictError, NotFoundError
from annotator.running.personal_data.services import erase_person
from annotator.systems.competitions.joining import (
    close_link,
    invited_to,
    link_of,
    renew_link,
    sign_up,
    sign_up_with_new_account,
)
from annotator.systems.competitions.models import Competition, Participant, Team
from annotator.systems.competitions.teams import (
    answer_request,
    ask_to_join,
    change_team,
    form_team,
    join_by_link,
    leave_team,
    renew_team_link,
    team_link,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership
from tests.factories.competitions import (
    F1,
    make_competition,
    make_phase,
    make_submission,
    make_team,
    member_of,
)
from tests.factories.corpus import AT, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    return make_competition()


def secret_in(link: str | None) -> str:
    assert link is not None
    return link.rpartition("/")[2]


def participant(competition: Competition, name: str) -> User:
    user = make_user(name)
    Participant.objects.create(competition=competition, user=user, joined_at=AT)
    return user


def test_a_link_lets_people_sign_up_until_it_expires_without_becoming_members(
    competition: Competition,
) -> None:
    competition = renew_link(competition=competition, days=2, at=AT, actor=None)
    secret = secret_in(link_of(competition, site="https://x", at=AT))
    user = make_user("ada")
    assert sign_up(secret=secret, user=user, at=AT).has_changed
    assert not sign_up(secret=secret, user=user, at=AT + timedelta(days=9)).has_changed
    assert not Membership.objects.filter(user=user).exists()
    with pytest.raises(ConflictError):
        sign_up(secret=secret, user=make_user("late"), at=AT + timedelta(days=2))
    with pytest.raises(ConflictError):
        sign_up_with_new_account(
            secret=secret,
            username="later",
            password="a strange sentence",
            display_name="",
            email="",
            at=AT + timedelta(days=2),
        )
    assert not User.objects.filter(username="later").exists()


def test_a_renewed_or_closed_link_works_no_more(competition: Competition) -> None:
    first = renew_link(competition=competition, days=2, at=AT, actor=None)
    secret = secret_in(link_of(first, site="https://x", at=AT))
    second = renew_link(competition=first, days=2, at=AT, actor=None)
    with pytest.raises(NotFoundError):
        invited_to(secret=secret)
    secret = secret_in(link_of(second, site="https://x", at=AT))
    closed = close_link(competition=second, at=AT, actor=None)
    assert link_of(closed, site="https://x", at=AT) is None
    with pytest.raises(NotFoundError):
        invited_to(secret=secret)


def test_a_person_is_in_one_team_and_no_two_teams_are_called_alike(
    competition: Competition,
) -> None:
    team = make_team(competition, "Plumb")
    with pytest.raises(ConflictError) as refused:
        form_team(competition=competition, user=member_of(team), name="Other", at=AT)
    assert refused.value.code == "in_a_team"
    with pytest.raises(ConflictError) as refused:
        make_team(competition, "PLUMB", make_user("eve"))
    assert refused.value.code == "name_taken"
    other = make_team(competition, "Bob")
    with pytest.raises(ConflictError):
        change_team(team=other, at=AT, actor=member_of(other), name="plumb")


def test_participants_join_by_a_teams_link(competition: Competition) -> None:
    team = make_team(competition, "Plumb")
    team = renew_team_link(team=team, at=AT, actor=member_of(team))
    secret = secret_in(team_link(team, site="https://x"))
    user = participant(competition, "ada")
    assert join_by_link(competition=competition, user=user, secret=secret, at=AT) == team
    assert team.members.count() == 2
    with pytest.raises(NotFoundError):
        join_by_link(competition=competition, user=make_user("b"), secret=secret[:-1], at=AT)


def test_a_team_answers_those_who_ask(competition: Competition) -> None:
    team, other = make_team(competition, "Plumb"), make_team(competition, "Bob")
    asking = [participant(competition, name) for name in ("ada", "ben")]
    ask_to_join(team=other, user=asking[0], at=AT)
    rows = [ask_to_join(team=team, user=user, at=AT) for user in asking]
    assert not other.requests.exists()
    for row, is_accepted in zip(rows, (True, False), strict=True):
        answer_request(
            team=team,
            participant_id=row.pk,
            is_accepted=is_accepted,
            at=AT,
            actor=member_of(team),
        )
    found = Participant.objects.filter(user__in=asking).order_by("pk")
    assert [(each.team, each.asks_for) for each in found] == [(team, None), (None, None)]
    with pytest.raises(NotFoundError):
        answer_request(
            team=team,
            participant_id=rows[1].pk,
            is_accepted=True,
            at=AT,
            actor=member_of(team),
        )


def test_nobody_leaves_a_team_that_has_submitted(competition: Competition) -> None:
    phase = make_phase(competition)
    team, other = make_team(competition, "Plumb"), make_team(competition, "Bob")
    leave_team(team=other, user=member_of(other), at=AT)
    assert not Team.objects.filter(pk=other.pk).exists()
    make_submission(phase, team, "Mine", {F1: 0.5})
    with pytest.raises(ConflictError) as refused:
        leave_team(team=team, user=member_of(team), at=AT)
    assert refused.value.code == "team_submitted"


def test_an_erased_persons_team_keeps_its_submissions_without_its_name(
    competition: Competition,
) -> None:
    phase = make_phase(competition)
    alone, together = make_team(competition, "Zoe’s own"), make_team(competition, "Two")
    user = member_of(alone)
    change_team(team=alone, at=AT, actor=user, paper_url="https://example.org/zoe")
    make_submission(phase, alone, "Mine", {F1: 0.5})
    second = participant(competition, "second")
    ask = ask_to_join(team=together, user=second, at=AT)
    answer_request(
        team=together, participant_id=ask.pk, is_accepted=True, at=AT, actor=member_of(together)
    )
    erase_person(user=user, at=AT, actor=None)
    erase_person(user=second, at=AT, actor=None)
    alone.refresh_from_db()
    together.refresh_from_db()
    assert (alone.name, alone.paper_url) == (f"Former team {alone.pk}", "")
    assert (together.name, together.members.count()) == ("Two", 1)
    assert alone.submissions.count() == 1
