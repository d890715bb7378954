"""Asking for the personal data of somebody, and erasing a person."""

import json
import secrets
import shutil
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from annotator.collecting.annotations.models import Annotation, Draft, LeadDraft
from annotator.collecting.assignments.models import HOLDING, Assignment, AssignmentState, QueuePlace
from annotator.collecting.assignments.services import give_up_assignment
from annotator.collecting.guidance.threads import forget_questions_of
from annotator.collecting.training.erasing import forget_training_of
from annotator.exceptions import ConflictError
from annotator.foundation.names.naming import name_key
from annotator.installation import command
from annotator.quality.comparisons.personal_data import forget_drafts_of
from annotator.running.personal_data.name_search import Names
from annotator.running.personal_data.redaction import redact_names
from annotator.systems.competitions.erasing import forget_participation_of
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import remove_second_factor
from annotator.workspace.accounts.sessions import end_sessions
from annotator.workspace.accounts.single_sign_on import forget_single_sign_on
from annotator.workspace.accounts.tokens import revoke_tokens
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Invitation, Membership, Project, Role, SavedView
from annotator.workspace.projects.open_invitations import revoke_open_invitations
from annotator.workspace.projects.services import change_member

EXPORT = "export_person"
ERASED_NAME = "Erased person"

# allauth names neither key in public.
_WAITING_SIGN_IN = "account_login"
_PROVED = "account_authentication_methods_user"


@transaction.atomic
def request_export(*, user: User, at: datetime) -> Job:
    """Queue an export of all that is kept about ``user``, for nobody but them.

    One that is not finished yet is given again; an older file goes.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    earlier = Job.objects.filter(kind=EXPORT, project_id=None, created_by=user)
    unfinished = earlier.exclude(state__in=ENDED).order_by("-created_at").first()
    if unfinished is not None:
        return unfinished
    _delete_jobs(list(earlier))
    return create_job(kind=EXPORT, parameters={"user": user.pk}, at=at, created_by=user)


def latest_export(*, user: User) -> Job | None:
    """The export that ``user`` asked for last."""
    found = Job.objects.filter(kind=EXPORT, project_id=None, created_by=user)
    return found.order_by("-created_at").first()


def _delete_jobs(jobs: list[Job]) -> None:
    """Delete jobs and, once the transaction is committed, their files."""
    Job.objects.filter(pk__in=[job.pk for job in jobs]).delete()
    for job in jobs:
        folder = Path(settings.RESULT_DIR) / str(job.pk)
        transaction.on_commit(partial(shutil.rmtree, folder, ignore_errors=True))


@dataclass(frozen=True)
class Erasure:
    """What came of erasing somebody: the account's new name, and where leads should look.

    ``guidelines`` are projects whose guidelines hold an ordinary word that was the person's name.
    """

    username: str
    guidelines: list[str]


@transaction.atomic
def erase_person(*, user: User, at: datetime, actor: User | None) -> Erasure:
    """Remove everything from the database that says who ``user`` was. It can't be undone.

    Their submissions and decisions stay, under the pseudonyms that they have in their projects.
    ``actor`` is the person, or None for a command on the server. Raises ``ConflictError``
    with a reason of ``check_erasable``'s.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    check_erasable(user=user)
    opaque = f"erased-{secrets.token_hex(6)}"
    names = Names(user=user, addresses=_addresses_of(user), replacement=opaque)
    _stop_work(user, at)
    guidelines = redact_names(names=names, user=user, at=at)
    _close_account(user, opaque, at)
    record_event(at=at, actor=actor, verb="erased", subject="account", subject_id=user.pk)
    return Erasure(username=opaque, guidelines=guidelines)


def check_erasable(*, user: User) -> None:
    """Raise ``ConflictError`` with the reason why ``user`` can't be erased now."""
    if user.erased_at is not None:
        raise ConflictError("already_erased", "This person has already been erased.")
    if user.imported:
        raise ConflictError(
            "imported",
            "This account came with imported or simulated annotations. It does not belong "
            "to a person.",
        )
    if led := _led_alone(user):
        raise ConflictError(
            "last_lead",
            f"Nobody else leads {', '.join(led)}. Make another member lead there first.",
            extra={"projects": led},
        )
    if hidden := _led_alone(user, is_steward=True):
        raise ConflictError(
            "last_steward",
            f"Nobody else is a steward of the hidden split in {', '.join(hidden)}. Make another "
            "lead a steward there first.",
            extra={"projects": hidden},
        )
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise ConflictError(
            "last_administrator",
            "There is no other administrator. Make another account one first: "
            f"{command('create_user NAME --administrator')}.",
        )


def _led_alone(user: User, **right: bool) -> list[str]:
    """The slugs of projects that nobody else leads, or nobody else who has a right of leads."""
    leads = Membership.objects.filter(role=Role.LEAD, is_active=True, **right)
    others = leads.filter(project=OuterRef("project"), user__is_active=True).exclude(user=user)
    led = leads.filter(user=user)
    return list(
        led.filter(~Exists(others))
        .order_by("project__slug")
        .values_list("project__slug", flat=True)
    )


def _addresses_of(user: User) -> list[str]:
    """The account's e-mail addresses, and those at which the person alone was invited.

    An invitation may be handed on, so an address of somebody else's account is not among them.
    """
    own = EmailAddress.objects.filter(user_id=user.pk).values_list("email", flat=True)
    used = Invitation.objects.filter(used_by__user=user, max_uses=1).exclude(email="")
    invited = set(used.values_list("email", flat=True))
    others = set(
        EmailAddress.objects.filter(email__in=map(name_key, invited))
        .exclude(user_id=user.pk)
        .values_list("email", flat=True)
    )
    return [*own, *(email for email in invited if name_key(email) not in others)]


def _stop_work(user: User, at: datetime) -> None:
    """Free what the person holds and end their part in projects.

    Their places in the queues and their assignments are locked first, in the order in which claims
    and submissions lock them, so a request under way either finishes before or finds the account
    closed.
    """
    places = QueuePlace.objects.filter(membership__user=user).order_by("pk")
    list(places.select_for_update(of=("self",)))
    unfinished = Assignment.objects.filter(annotator=user).exclude(state=AssignmentState.SUBMITTED)
    for assignment in unfinished.select_for_update(of=("self",)).order_by("pk"):
        if assignment.state in HOLDING:
            give_up_assignment(
                assignment=assignment, state=AssignmentState.RELEASED, note="", at=at, actor=user
            )
    _leave_projects(user, at)
    # Their notes to themselves, and the reasons for their revisions.
    Draft.objects.filter(assignment__annotator=user).delete()
    LeadDraft.objects.filter(author=user).delete()
    forget_training_of(user)
    forget_drafts_of(user)
    forget_participation_of(user)
    forget_questions_of(asker=user, at=at)
    Assignment.objects.filter(annotator=user).exclude(note="").update(note="")
    Annotation.objects.filter(revised_by=user).exclude(reason="").update(reason="")


def _leave_projects(user: User, at: datetime) -> None:
    """End memberships, and the links that the person handed out, also as an administrator."""
    member = Q(memberships__user=user, memberships__is_active=True)
    inviter = Q(invitations__created_by=user, invitations__revoked_at=None)
    for project in Project.objects.filter(member | inviter).distinct().order_by("pk"):
        membership = project.memberships.filter(user=user, is_active=True).first()
        if membership is not None:
            change_member(membership=membership, is_active=False, at=at, actor=user)
        lock_project(project)
        revoke_open_invitations(project_id=project.pk, maker=user, at=at, actor=user)


def _close_account(user: User, opaque: str, at: datetime) -> None:
    revoke_tokens(user=user)
    remove_second_factor(user=user)
    forget_single_sign_on(user=user)
    remove_sessions_and_exports(user=user)
    EmailAddress.objects.filter(user_id=user.pk).delete()
    SavedView.objects.filter(owner=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.set_unusable_password()
    user.username, user.display_name, user.email = opaque, ERASED_NAME, ""
    user.is_active = user.is_staff = user.is_superuser = user.may_create_projects = False
    user.last_login, user.erased_at = None, at
    user.save()


def remove_sessions_and_exports(*, user: User) -> None:
    """Delete what an account's own row doesn't take with it: sessions, and the copies of its data,
    with their files once the transaction is committed.
    """
    end_sessions(user=user)
    _delete_unlisted_sessions(user)
    _delete_jobs(list(Job.objects.filter(kind=EXPORT, project_id=None, parameters__user=user.pk)))


def _delete_unlisted_sessions(user: User) -> None:
    """Sessions hold the name with which somebody signed in, encoded so that no search finds it:
    also of those who have not got further than their password, and are not signed in. Those of
    earlier versions may not say whose they are.
    """
    names = Names(user=user, addresses=_addresses_of(user), replacement=ERASED_NAME)
    for session in Session.objects.iterator(chunk_size=500):
        content = session.get_decoded()
        is_begun = SESSION_KEY not in content
        is_named = is_begun and names.are_in(json.dumps(content, ensure_ascii=False))
        if _is_session_of(user, content) or is_named:
            session.delete()


def _is_session_of(user: User, content: dict[str, Any]) -> bool:
    """Whether the account is signed in, has proved who it is, or is still asked for a code."""
    waiting = (content.get(_WAITING_SIGN_IN) or {}).get("user_pk")
    has_proved = str(user.pk) in (content.get(SESSION_KEY), content.get(_PROVED))
    return has_proved or waiting == user_pk_to_url_str(user)
