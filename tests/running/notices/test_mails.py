"""The mail of the morning: to whom, about what, and once."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage

from annotator.running.notices.mails import mail_what_waits
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.standing import delete_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import (
    AT,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)
from tests.factories.late import make_late_annotation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def mails_leave_the_site(settings: Any, worker_at_hand: None) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"


def with_address(user: User, *, verified: bool = True) -> User:
    user.email = f"{user.username}@example.org"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    return user


@pytest.fixture
def project() -> Project:
    """One with a late annotation that no lead has decided on."""
    project = make_project(overlap=1)
    (example,) = make_examples(project, 1)
    make_late_annotation(example, *make_annotators(project, 2))
    return project


def test_a_lead_reads_what_waits_with_the_way_there_once_a_day(
    project: Project, mailoutbox: list[EmailMessage], settings: Any
) -> None:
    with_address(make_member(project, "lena", Role.LEAD).user)
    sent = [mail_what_waits(at=AT + timedelta(hours=hours)) for hours in (0, 3, 24)]
    assert sent == [1, 0, 1]
    first, _ = mailoutbox
    assert (first.to, first.subject) == (["lena@example.org"], "Plumbline: what waits for you")
    assert first.body == (
        "Good morning,\n\nthis waits for you:\n\n"
        f"{project.title}\n- 1 late annotation to decide on\n{settings.SITE_URL}/projects/project\n"
        "\nYou get this mail at most once a day. To switch it off: "
        f"{settings.SITE_URL}/account"
    )


def test_an_expert_reads_of_reviews(mailoutbox: list[EmailMessage]) -> None:
    project = make_project()
    (comparer,) = make_comparers(project, 1)
    make_study(project, [with_address(comparer)])
    assert mail_what_waits(at=AT) == 1
    assert "- 1 study to compare answers in\n" in mailoutbox[0].body


@pytest.mark.parametrize(("days", "lines"), [(26, []), (27, ["- erased on 4 February 2026"])])
def test_leads_are_reminded_of_projects_that_leave_the_bin(
    days: int, lines: list[str], mailoutbox: list[EmailMessage]
) -> None:
    project = make_project()
    with_address(make_member(project, "lena", Role.LEAD).user)
    with_address(make_member(project, "ada").user)
    delete_project(project=project, name=project.slug, at=AT, actor=None)
    assert mail_what_waits(at=AT + timedelta(days=days)) == len(lines)
    found = [line for mail in mailoutbox for line in mail.body.splitlines() if "erased" in line]
    assert found == [f"{line}, unless you restore it" for line in lines]


def test_nobody_gets_an_empty_mail(mailoutbox: list[EmailMessage]) -> None:
    with_address(make_member(make_project(), "lena", Role.LEAD).user)
    assert (mail_what_waits(at=AT), mailoutbox) == (0, [])


@pytest.mark.parametrize(
    "reason", ["switched off", "not confirmed", "left", "inactive", "archived", "in the bin"]
)
def test_who_does_not_want_it_or_may_not_get_it_gets_none(
    reason: str, project: Project, mailoutbox: list[EmailMessage]
) -> None:
    member = make_member(project, "lena", Role.LEAD)
    user = with_address(member.user, verified=reason != "not confirmed")
    User.objects.filter(pk=user.pk).update(
        gets_daily_mail=reason != "switched off", is_active=reason != "inactive"
    )
    member.is_active = reason != "left"
    member.save()
    Project.objects.update(
        archived_at=AT if reason == "archived" else None,
        deleted_at=AT if reason == "in the bin" else None,
    )
    assert (mail_what_waits(at=AT), mailoutbox) == (0, [])


def test_a_site_without_mail_sends_none(
    project: Project, mailoutbox: list[EmailMessage], settings: Any
) -> None:
    settings.EMAIL_URL = ""
    with_address(make_member(project, "lena", Role.LEAD).user)
    assert (mail_what_waits(at=AT), mailoutbox) == (0, [])
