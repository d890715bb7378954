"""A mail a day to everybody for whom something waits, which each can switch off."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q

from annotator.running.notices.waiting import waiting_in
from annotator.workspace.accounts.mail import mail_is_set_up, queue_mail, site_address
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Role
from annotator.workspace.projects.standing import deleted_projects_of, leaves_bin_at

REMINDED_BEFORE = timedelta(days=3)
"""How long before a deleted project is erased its leads are reminded."""
SUBJECT = "Plumbline: what waits for you"


def mail_what_waits(*, at: datetime) -> int:
    """Queue the mails of the day of ``at`` (UTC); how many. None where mails don't leave the site.

    Nobody gets two on a day, however often this is called, and nobody an empty one.
    """
    if not mail_is_set_up():
        return 0
    day = at.astimezone(UTC).date()
    people = User.objects.filter(
        ~Q(mailed_on__gte=day) | Q(mailed_on=None),
        gets_daily_mail=True,
        is_active=True,
        emailaddress__verified=True,
        emailaddress__primary=True,
    )
    return sum(_mail(user, at) for user in people.order_by("pk").iterator())


def _mail(user: User, at: datetime) -> bool:
    body = body_for(user, at=at)
    if not body:
        return False
    day = at.astimezone(UTC).date()
    with transaction.atomic():
        # Two schedulers at once send one mail: the second finds the day taken.
        unsent = User.objects.filter(~Q(mailed_on=day) | Q(mailed_on=None), pk=user.pk)
        if not unsent.update(mailed_on=day):
            return False
        queue_mail(to=user.email, subject=SUBJECT, body=body)
    return True


def body_for(user: User, *, at: datetime) -> str:
    """What waits for ``user``, by project; "" if nothing does."""
    # Nobody can do anything in a project that is archived or in the bin.
    memberships = Membership.objects.filter(
        user=user, is_active=True, project__archived_at=None, project__deleted_at=None
    )
    parts = list(_parts(memberships.select_related("project", "user").order_by("project"), at))
    parts += _last_days_in_bin(user, at)
    if not parts:
        return ""
    account = site_address("/account")
    return "\n\n".join(
        [
            "Good morning,\n\nthis waits for you:",
            *parts,
            f"You get this mail at most once a day. To switch it off: {account}",
        ]
    )


def _parts(memberships: Iterable[Membership], at: datetime) -> Iterable[str]:
    for membership in memberships:
        lines = waiting_in(membership, at=at)
        if lines:
            project = membership.project
            items = "\n".join(f"- {line}" for line in lines)
            yield f"{project.title}\n{items}\n{site_address(f'/projects/{project.slug}')}"


def _last_days_in_bin(user: User, at: datetime) -> Iterable[str]:
    """A part for each deleted project of which ``user`` is a lead, in its last days."""
    soon = at + REMINDED_BEFORE
    led = Membership.objects.filter(user=user, is_active=True, role=Role.LEAD)
    for project in deleted_projects_of(user).filter(pk__in=led.values("project")):
        erased_at = project.deleted_at and leaves_bin_at(project.deleted_at)
        if erased_at and erased_at <= soon:
            day = f"{erased_at.astimezone(UTC):%-d %B %Y}"
            yield f"{project.title}\n- erased on {day}, unless you restore it\n{site_address('/')}"
