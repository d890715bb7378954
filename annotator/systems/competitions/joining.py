"""Signing up for a competition by its link, with or without an account."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.systems.competitions.models import Competition, Participant
from annotator.systems.competitions.opening import lock_competition, record
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.projects.invitations import MAX_DAYS
from annotator.workspace.projects.link_secrets import new_seed, secret_from, sha256_of

PURPOSE = "annotator.systems.competitions.joining"


@dataclass(frozen=True)
class Entry:
    """The outcome of signing up: ``has_changed`` is false if they took part already."""

    participant: Participant
    has_changed: bool


@transaction.atomic
def renew_link(
    *, competition: Competition, days: int, at: datetime, actor: User | None
) -> Competition:
    """A new link for the competition, open for ``days`` days; the old one ends.

    Raises ``InvalidInputError`` for a number of days out of bounds.
    """
    if not 1 <= days <= MAX_DAYS:
        raise InvalidInputError(
            "invalid_invitation",
            f"An invitation is open for 1 to {MAX_DAYS} days.",
            fields={"days": f"Choose a number from 1 to {MAX_DAYS}."},
        )
    seed = new_seed()
    sha256 = sha256_of(secret_from(seed, purpose=PURPOSE))
    expires_at = at + timedelta(days=days)
    competition = _write_link(competition, seed, sha256, expires_at)
    record(competition, "invited", at=at, actor=actor, days=days)
    return competition


@transaction.atomic
def close_link(*, competition: Competition, at: datetime, actor: User | None) -> Competition:
    """End the competition's link; who signed up stays. Closing it again changes nothing."""
    had_one = competition.invitation_sha256 is not None
    competition = _write_link(competition, "", None, None)
    if had_one:
        record(competition, "closed", at=at, actor=actor)
    return competition


def _write_link(
    competition: Competition, seed: str, sha256: str | None, expires_at: datetime | None
) -> Competition:
    competition = lock_competition(competition)
    competition.invitation_seed = seed
    competition.invitation_sha256 = sha256
    competition.invitation_expires_at = expires_at
    competition.save(
        update_fields=["invitation_seed", "invitation_sha256", "invitation_expires_at"]
    )
    return competition


def link_of(competition: Competition, *, site: str, at: datetime) -> str | None:
    """The link to hand out, on the ``site`` with this address; None where there is none that works.

    After a change of the server's key there is none either.
    """
    secret = secret_from(competition.invitation_seed, purpose=PURPOSE)
    if not is_open(competition, at=at) or sha256_of(secret) != competition.invitation_sha256:
        return None
    return f"{site.rstrip('/')}/competitions/join/{secret}"


def is_open(competition: Competition, *, at: datetime) -> bool:
    """Whether people can sign up by the link."""
    expires_at = competition.invitation_expires_at
    return expires_at is not None and at < expires_at


def invited_to(*, secret: str) -> Competition:
    """The competition that a link leads to; raises ``NotFoundError`` where there is none."""
    found = Competition.objects.filter(invitation_sha256=sha256_of(secret))
    competition = found.select_related("project").first()
    if competition is None:
        raise NotFoundError(
            "no_invitation",
            "This link does not lead to a competition. Check that it is complete.",
        )
    return competition


@transaction.atomic
def sign_up(*, secret: str, user: User, at: datetime) -> Entry:
    """Make ``user`` a participant. Somebody who is one already stays one.

    Raises ``NotFoundError`` for a wrong secret, ``ConflictError`` when the link has expired.
    """
    competition = lock_competition(invited_to(secret=secret))
    known = competition.participants.filter(user=user).first()
    if known is not None:
        return Entry(known, has_changed=False)
    _check_open(competition, at)
    participant = Participant.objects.create(competition=competition, user=user, joined_at=at)
    record(competition, "joined", at=at, actor=user)
    return Entry(participant, has_changed=True)


@transaction.atomic
def sign_up_with_new_account(
    *, secret: str, username: str, password: str, display_name: str, email: str, at: datetime
) -> Entry:
    """Create an account and sign up with it: both or neither.

    Raises what ``sign_up`` and ``create_user`` raise.
    """
    _check_open(invited_to(secret=secret), at)
    user = create_user(username=username, password=password, display_name=display_name, email=email)
    return sign_up(secret=secret, user=user, at=at)


def _check_open(competition: Competition, at: datetime) -> None:
    if not is_open(competition, at=at):
        raise ConflictError("invitation_expired", "This invitation has expired. Ask for a new one.")
