"""Taking the demo away again: its projects, with all that was done in them, and its accounts."""

import shutil
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import ProtectedError, Q

from annotator.collecting.annotations.models import Annotation
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.running.demo.kinds import SLUGS
from annotator.running.personal_data.services import (
    check_erasable,
    erase_person,
    remove_sessions_and_exports,
)
from annotator.running.project_bin.erasing import batches_of, delete_rest, files_of
from annotator.workspace.accounts.demo_accounts import ACCOUNTS
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project


@dataclass(frozen=True)
class Removal:
    """What was removed: slugs of projects, and names of accounts. Accounts with work in other
    projects are erased, the others deleted.
    """

    projects: list[str]
    deleted: list[str]
    erased: list[str]


def demo_users() -> list[User]:
    """The demo's accounts: those with its names and also its people's full names or password.

    A real person may have one of the names.
    """
    found = User.objects.in_bulk([each.username for each in ACCOUNTS], field_name="username")
    return [
        found[each.username]
        for each in ACCOUNTS
        if each.username in found
        and (
            found[each.username].display_name == each.display_name
            or found[each.username].check_password(each.password)
        )
    ]


def real_work() -> list[str]:
    """A sentence for everything real that hangs on the demo's projects and accounts."""
    users = demo_users()
    invented = Q(user__imported=True) | Q(user__in=users)
    sentences = []
    for project in Project.objects.filter(slug__in=SLUGS).order_by("slug"):
        others = Membership.objects.filter(project=project).exclude(invented)
        names = list(others.order_by("user__username").values_list("user__username", flat=True))
        if names:
            count = Annotation.objects.filter(project=project, annotator__username__in=names)
            sentences.append(
                f"{project.slug} has other members ({', '.join(names)}) with {count.count()} "
                "annotations."
            )
        imported = Example.objects.filter(project=project, import_job__isnull=False).count()
        if imported:
            sentences.append(f"{project.slug} has {imported} imported examples.")
    for user in users:
        elsewhere = Project.objects.filter(memberships__user=user).exclude(slug__in=SLUGS)
        slugs = list(elsewhere.order_by("slug").values_list("slug", flat=True))
        if slugs:
            sentences.append(f"{user.username} takes part in {', '.join(slugs)}.")
    return sentences


@transaction.atomic
def remove_demo(*, at: datetime, with_real_work: bool = False) -> Removal:
    """Delete the demo's projects and its accounts: all of it or nothing.

    Raises ``ConflictError`` if real work hangs on them, unless that may go too, and where an
    account can't be erased, such as another project's only lead.
    """
    sentences = real_work()
    if sentences and not with_real_work:
        raise ConflictError("real_work", " ".join(sentences))
    users = demo_users()
    projects = list(Project.objects.filter(slug__in=SLUGS).order_by("slug"))
    for project in projects:
        _delete_project(project, at)
    invented = Q()
    for slug in SLUGS:
        invented |= Q(username__startswith=f"{slug}-simulated-")
    User.objects.filter(invented, imported=True).delete()
    deleted = [user.username for user in users if _delete_account(user)]
    erased = [user.username for user in users if user.username not in deleted]
    for user in users:
        if user.username in erased:
            check_erasable(user=user)
            erase_person(user=user, at=at, actor=None)
    return Removal([project.slug for project in projects], deleted, erased)


def _delete_account(user: User) -> bool:
    """Delete an account; False where another project has something of it."""
    if Event.objects.filter(actor=user).exists():
        return False
    try:
        with transaction.atomic():
            remove_sessions_and_exports(user=user)
            User.objects.filter(pk=user.pk).delete()
    except ProtectedError:
        return False
    return True


def _delete_project(project: Project, at: datetime) -> None:
    Project.objects.filter(pk=project.pk).update(erasing_at=at)
    for folder in files_of(project):
        transaction.on_commit(partial(shutil.rmtree, folder, ignore_errors=True))
    for _ in batches_of(project):
        pass
    delete_rest(project)
