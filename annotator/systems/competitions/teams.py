"""Teams: forming one, joining it by its link or on request, and leaving it.

Limits count for a team. So nobody leaves a team that has submitted: they could form another one
and start counting again.
"""

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.foundation.names.naming import describe_flaw, name_key
from annotator.systems.competitions.models import Competition, Participant, Team
from annotator.systems.competitions.opening import lock_competition, record
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.link_secrets import new_seed, secret_from, sha256_of

PURPOSE = "annotator.systems.competitions.teams"

MOST_TEAMS = 2000
MOST_MEMBERS = 20


@transaction.atomic
def form_team(
    *, competition: Competition, user: User, name: str, at: datetime, **fields: Any
) -> Team:
    """A new team of ``user``, who may take part, with links and the size of its model.

    Raises ``ConflictError`` for somebody who is in a team and for a name that is taken,
    ``InvalidInputError`` for one that can't be shown.
    """
    competition = lock_competition(competition)
    participant = _free_participant(competition, user, at)
    if competition.teams.count() >= MOST_TEAMS:
        raise ConflictError("too_many", f"A competition has room for {MOST_TEAMS} teams.")
    team = Team(competition=competition, name=name, created_at=at, **fields)
    _check_name(team)
    team.save()
    _join(participant, team)
    _record(team, "formed", at=at, actor=user)
    return team


@transaction.atomic
def change_team(*, team: Team, at: datetime, actor: User, **fields: Any) -> Team:
    """Change a team's name, links or the size of its model. Raises what ``form_team`` raises."""
    team = _lock(team)
    changed = [name for name, value in fields.items() if getattr(team, name) != value]
    if not changed:
        return team
    before = {name: getattr(team, name) for name in changed}
    for name in changed:
        setattr(team, name, fields[name])
    _check_name(team)
    team.save(update_fields=[*changed, "name_key"])
    _record(team, "changed", at=at, actor=actor, before=before, after=fields)
    return team


@transaction.atomic
def renew_team_link(*, team: Team, at: datetime, actor: User) -> Team:
    """A new link by which participants join the team; the old one ends."""
    team = _lock(team)
    team.invitation_seed = new_seed()
    team.invitation_sha256 = sha256_of(secret_from(team.invitation_seed, purpose=PURPOSE))
    team.save(update_fields=["invitation_seed", "invitation_sha256"])
    _record(team, "invited", at=at, actor=actor)
    return team


@transaction.atomic
def close_team_link(*, team: Team, at: datetime, actor: User) -> Team:
    """End the team's link. Closing it again changes nothing."""
    team = _lock(team)
    if team.invitation_sha256 is not None:
        team.invitation_seed, team.invitation_sha256 = "", None
        team.save(update_fields=["invitation_seed", "invitation_sha256"])
        _record(team, "closed", at=at, actor=actor)
    return team


def team_link(team: Team, *, site: str) -> str | None:
    """The link to hand out, on the ``site`` with this address; None where there is none."""
    secret = secret_from(team.invitation_seed, purpose=PURPOSE)
    if team.invitation_sha256 is None or sha256_of(secret) != team.invitation_sha256:
        return None
    return f"{site.rstrip('/')}/competitions/{team.competition.project.slug}/teams/join/{secret}"


@transaction.atomic
def join_by_link(*, competition: Competition, user: User, secret: str, at: datetime) -> Team:
    """Join the team whose link has this secret.

    Raises ``NotFoundError`` for a wrong one, ``ConflictError`` for somebody who is in another team
    and for a full team.
    """
    competition = lock_competition(competition)
    team = competition.teams.filter(invitation_sha256=sha256_of(secret)).first()
    if team is None:
        raise NotFoundError(
            "no_invitation", "This link does not lead to a team. Ask the team for a new one."
        )
    _enter(_free_participant(competition, user, at, joins=team), team, at=at, actor=user)
    return team


@transaction.atomic
def ask_to_join(*, team: Team, user: User, at: datetime) -> Participant:
    """Ask a team to be taken in; an earlier question to another team is taken back.

    Raises ``ConflictError`` for somebody who is in a team.
    """
    team = _lock(team)
    participant = _free_participant(team.competition, user, at)
    if participant.asks_for_id != team.pk:
        participant.asks_for = team
        participant.save(update_fields=["asks_for"])
        _record(team, "asked", at=at, actor=user)
    return participant


@transaction.atomic
def take_back_request(*, competition: Competition, user: User) -> None:
    """Ask no team any more."""
    competition = lock_competition(competition)
    competition.participants.filter(user=user).update(asks_for=None)


@transaction.atomic
def answer_request(
    *, team: Team, participant_id: int, is_accepted: bool, at: datetime, actor: User
) -> None:
    """Take in somebody who asked, or don't.

    Raises ``NotFoundError`` for somebody who doesn't ask (any more), ``ConflictError`` for a full
    team.
    """
    team = _lock(team)
    participant = team.requests.select_related("user").filter(pk=participant_id).first()
    if participant is None:
        raise NotFoundError("not_found", "Nobody asks for this any more.")
    if is_accepted:
        _enter(participant, team, at=at, actor=actor)
        return
    participant.asks_for = None
    participant.save(update_fields=["asks_for"])
    _record(team, "declined", at=at, actor=actor, user=participant.user.username)


@transaction.atomic
def leave_team(*, team: Team, user: User, at: datetime) -> None:
    """Leave a team that has not submitted yet; without members it is deleted.

    Raises ``ConflictError`` once it has submitted.
    """
    team = _lock(team)
    participant = team.members.filter(user=user).first()
    if participant is None:
        raise NotFoundError("not_found", "You are not in this team any more.")
    if team.submissions.exists():
        raise ConflictError(
            "team_submitted", "Your team has submitted, so its members stay: limits count per team."
        )
    participant.team = None
    participant.save(update_fields=["team"])
    _record(team, "left", at=at, actor=user)
    if not team.members.exists():
        team.delete()


def _lock(team: Team) -> Team:
    competition = lock_competition(team.competition)
    found = competition.teams.filter(pk=team.pk).first()
    if found is None:
        raise NotFoundError("not_found", "This team is gone.")
    found.competition = competition
    return found


def _free_participant(
    competition: Competition, user: User, at: datetime, *, joins: Team | None = None
) -> Participant:
    """The row of somebody who is in no team; members of the project get one here."""
    participant, _ = Participant.objects.get_or_create(
        competition=competition, user=user, defaults={"joined_at": at}
    )
    if participant.team_id is not None:
        same = joins is not None and participant.team_id == joins.pk
        what = "in this team already" if same else "in a team. Leave it first"
        raise ConflictError("in_a_team", f"You are {what}.")
    return participant


def _enter(participant: Participant, team: Team, *, at: datetime, actor: User) -> None:
    if team.members.count() >= MOST_MEMBERS:
        raise ConflictError("team_full", f"A team has at most {MOST_MEMBERS} members.")
    _join(participant, team)
    _record(team, "joined", at=at, actor=actor, user=participant.user.username)


def _join(participant: Participant, team: Team) -> None:
    participant.team, participant.asks_for = team, None
    participant.save(update_fields=["team", "asks_for"])


def _check_name(team: Team) -> None:
    if flaw := describe_flaw(team.name):
        raise InvalidInputError("bad_name", "This name can't be shown.", fields={"name": flaw})
    others = team.competition.teams.filter(name_key=name_key(team.name)).exclude(pk=team.pk)
    if others.exists():
        raise ConflictError(
            "name_taken",
            f"Another team is called {team.name}.",
            fields={"name": "Give yours another name."},
        )


def _record(team: Team, verb: str, *, at: datetime, actor: User, **details: object) -> None:
    record(
        team.competition,
        verb,
        at=at,
        actor=actor,
        subject="team",
        subject_id=team.pk,
        name=team.name,
        **details,
    )
