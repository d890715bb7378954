"""Inviting people by a link, and joining a project by it."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from annotator.exceptions import (
    ConflictError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    TooManyAttemptsError,
)
from annotator.workspace.accounts.limits import describe_wait
from annotator.workspace.accounts.mail import mail_is_set_up
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.link_secrets import new_seed, secret_from, sha256_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import (
    Invitation,
    InvitationState,
    InvitationUse,
    MailState,
    Membership,
    Project,
    Role,
)
from annotator.workspace.projects.open_invitations import end_invitation, record_invitation
from annotator.workspace.projects.queries import role_of
from annotator.workspace.projects.services import add_member

DEFAULT_DAYS = 14
MAX_DAYS = 365
MAX_USES = 1000
HOUR = timedelta(hours=1)
_RANKS = {Role.ANNOTATOR: 0, Role.EXPERT: 1, Role.LEAD: 2}
_REASONS = {
    InvitationState.REVOKED: "This invitation was revoked.",
    InvitationState.USED: "This invitation has already been used.",
    InvitationState.EXPIRED: "This invitation has expired.",
}


@dataclass(frozen=True)
class Acceptance:
    """The outcome of accepting: ``has_changed`` is false if they had that role or a higher one."""

    membership: Membership
    has_changed: bool


def secret_of(invitation: Invitation) -> str:
    """The secret of an invitation's link; another one once the server's key was changed.

    It is made from the server's key, so the database alone doesn't reveal it, and the worker that
    mails the link only needs its number.
    """
    return secret_from(invitation.seed, purpose="annotator.workspace.projects.invitations")


def link_of(invitation: Invitation, *, site: str) -> str | None:
    """The link to hand out, on the ``site`` with this address; None after a change of the key."""
    secret = secret_of(invitation)
    if sha256_of(secret) != invitation.secret_sha256:
        return None
    return f"{site.rstrip('/')}/invitations/{secret}"


@transaction.atomic
def create_invitation(
    *,
    project: Project,
    role: str,
    at: datetime,
    actor: User | None,
    days: int = DEFAULT_DAYS,
    max_uses: int = 1,
    email: str = "",
    note: str = "",
    site: str = "",
) -> Invitation:
    """Invite up to ``max_uses`` people to be ``role``, for ``days`` days.

    With ``email``, if mail is set up, a worker mails the link, which leads to the address ``site``.
    Raises ``InvalidInputError`` for values out of bounds, ``NotAllowedError`` if ``actor`` is no
    longer a lead or administrator, ``TooManyAttemptsError`` if they mailed too many.
    """
    # Ending somebody's part as a lead revokes the links that they have made.
    lock_project(project)
    if actor is not None and not _may_invite(actor, project):
        raise NotAllowedError("no_lead", "Only leads of this project can invite people.")
    _check_bounds("days", days, MAX_DAYS, "An invitation is open for 1 to {} days.")
    _check_bounds("max_uses", max_uses, MAX_USES, "An invitation is for 1 to {} people.")
    is_mailed = bool(email and site) and mail_is_set_up()
    if is_mailed and actor is not None:
        _refuse_a_mailing_list(actor, at)
    invitation = Invitation(
        project=project,
        role=role,
        seed=new_seed(),
        email=email,
        note=note,
        max_uses=max_uses,
        created_at=at,
        created_by=actor,
        expires_at=at + timedelta(days=days),
        mail_state=MailState.QUEUED if is_mailed else MailState.NONE,
    )
    invitation.secret_sha256 = sha256_of(secret_of(invitation))
    _check_fields(invitation)
    invitation.save()
    record_invitation(
        invitation, "created", at=at, actor=actor, role=role, max_uses=max_uses, days=days
    )
    if is_mailed:
        create_job(
            kind="mail_invitation",
            parameters={"invitation": invitation.pk, "site": site},
            project_id=project.pk,
            at=at,
            created_by=actor,
        )
    return invitation


def _may_invite(actor: User, project: Project) -> bool:
    return actor.is_superuser or role_of(user=actor, project=project) == Role.LEAD


def _refuse_a_mailing_list(lead: User, at: datetime) -> None:
    """Raise ``TooManyAttemptsError`` once a lead has mailed as many invitations as an hour has."""
    most = settings.INVITATION_MAILS_PER_HOUR
    # In any project: if two come at once, the second counts the first.
    User.objects.select_for_update(no_key=True).get(pk=lead.pk)
    latest = Invitation.objects.filter(
        created_by=lead, created_at__gt=at - HOUR, created_at__lte=at
    ).exclude(mail_state=MailState.NONE)
    moments = list(latest.order_by("-created_at").values_list("created_at", flat=True)[:most])
    if most and len(moments) >= most:
        seconds = math.ceil((moments[-1] + HOUR - at).total_seconds())
        raise TooManyAttemptsError(
            f"You mailed {most} invitations within an hour. Share links instead, or "
            f"continue in {describe_wait(seconds)}.",
            seconds=seconds,
        )


def _check_bounds(field: str, value: int, most: int, sentence: str) -> None:
    if not 1 <= value <= most:
        fix = f"Choose a number from 1 to {most}."
        raise InvalidInputError("invalid_invitation", sentence.format(most), fields={field: fix})


def _check_fields(invitation: Invitation) -> None:
    try:
        invitation.clean_fields(exclude={"created_by", "revoked_at"})
    except ValidationError as error:
        fields = {name: " ".join(messages) for name, messages in error.message_dict.items()}
        sentence = "This invitation can't be created."
        raise InvalidInputError("invalid_invitation", sentence, fields=fields) from error


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, at: datetime, actor: User | None) -> Invitation:
    """End an invitation; who joined by it stays. Revoking it again changes nothing.

    Raises ``ConflictError`` when it was used up or has expired, so there is nothing to end.
    """
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    state = invitation.state(at=at)
    if state == InvitationState.REVOKED:
        return invitation
    if state != InvitationState.OPEN:
        raise ConflictError(f"invitation_{state}", _REASONS[state])
    end_invitation(invitation, at=at, actor=actor)
    return invitation


def find_invitation(*, secret: str) -> Invitation:
    """The invitation that a link leads to; raises ``NotFoundError`` where there is none."""
    found = Invitation.objects.select_related("project").filter(
        secret_sha256=sha256_of(secret), project__deleted_at__isnull=True
    )
    invitation = found.first()
    if invitation is None:
        raise NotFoundError(
            "no_invitation",
            "This link does not lead to an invitation. Check that it is complete.",
        )
    return invitation


@transaction.atomic
def accept_invitation(*, secret: str, user: User, at: datetime) -> Acceptance:
    """Make ``user`` a member as the invitation says. It can raise a role, never lower it.

    Somebody who has that role or a higher one uses nothing up. Raises ``NotFoundError`` for a wrong
    secret, ``ConflictError`` when the invitation was used up, revoked or has expired, or by
    ``user`` before a lead lowered their role, ``NotAllowedError`` for somebody whose membership a
    lead has ended.
    """
    invitation = find_invitation(secret=secret)
    # Accepting waits for others who accept at the same time, and for a change of members.
    project = lock_project(invitation.project_id)
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    membership = project.memberships.filter(user=user).first()
    if membership and not membership.is_active:
        raise NotAllowedError(
            "membership_ended",
            "Your membership in this project has ended. Ask a lead to make you an active member"
            " again.",
        )
    if membership and _rank(membership.role) >= _rank(invitation.role):
        return Acceptance(membership, has_changed=False)
    _check_open(invitation, at)
    if invitation.used_by.filter(user=user).exists():
        raise ConflictError(
            "invitation_used_before",
            "You have used this invitation, and a lead has changed your role since. Ask a lead.",
        )
    membership = add_member(project=project, user=user, role=invitation.role, at=at, actor=user)
    InvitationUse.objects.create(invitation=invitation, user=user, at=at)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    record_invitation(invitation, "accepted", at=at, actor=user, role=invitation.role)
    return Acceptance(membership, has_changed=True)


@transaction.atomic
def accept_with_new_account(
    *, secret: str, username: str, password: str, display_name: str, email: str, at: datetime
) -> Acceptance:
    """Create an account and accept with it: both or neither.

    Raises what ``accept_invitation`` and ``create_user`` raise.
    """
    _check_open(find_invitation(secret=secret), at)
    user = create_user(username=username, password=password, display_name=display_name, email=email)
    return accept_invitation(secret=secret, user=user, at=at)


def _check_open(invitation: Invitation, at: datetime) -> None:
    state = invitation.state(at=at)
    if state != InvitationState.OPEN:
        raise ConflictError(f"invitation_{state}", f"{_REASONS[state]} Ask for a new one.")


def _rank(role: str) -> int:
    return _RANKS[Role(role)]
