"""Changing a project: locked, on record, and not for whom a split was hidden."""

from datetime import datetime, timedelta

import pytest

from annotator.exceptions import NotAllowedError, NotFoundError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import is_hidden_from, refuse_hidden
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_member, make_project

pytestmark = pytest.mark.django_db

BEFORE, AFTER = AT - timedelta(hours=1), AT + timedelta(hours=1)


@pytest.fixture
def project() -> Project:
    """One whose split *secret* is hidden since ``AT`` from all but ``steward``."""
    project = make_project("changed")
    for name in ("lead", "steward"):
        make_member(project, name, Role.LEAD)
    project.memberships.filter(user__username="steward").update(is_steward=True)
    Project.objects.filter(pk=project.pk).update(hidden_split="secret", hidden_since=AT)
    return project


def user(name: str) -> User | None:
    return User.objects.filter(username=name).first()


@pytest.mark.parametrize(
    ("name", "split", "asked_at", "is_hidden"),
    [
        ("lead", "secret", None, True),
        ("lead", "secret", BEFORE, True),
        ("lead", "secret", AT, False),
        ("lead", "secret", AFTER, False),
        ("lead", "dev", BEFORE, False),
        ("steward", "secret", BEFORE, False),
        ("", "secret", BEFORE, False),
    ],
)
def test_a_split_is_hidden_from_all_but_stewards_and_from_what_was_asked_before(
    project: Project, name: str, split: str, asked_at: datetime | None, *, is_hidden: bool
) -> None:
    project.refresh_from_db()
    assert is_hidden_from(user(name), project, ["train", split], asked_at=asked_at) is is_hidden


def test_a_split_that_was_hidden_meanwhile_refuses_a_change(project: Project) -> None:
    """``project`` was read before: it counts as it is once it is locked."""
    given = {"at": AFTER, "splits": ["secret"], "asked_at": BEFORE}
    with pytest.raises(NotAllowedError) as error, changing(project, actor=user("lead"), **given):
        pytest.fail("It was changed.")
    assert error.value.detail == (
        "secret was hidden after this was queued. Ask a steward to run it, or submit predictions"
        " for the hidden split."
    )
    gone = NotFoundError("not_found", "There is none.")
    with (
        pytest.raises(NotFoundError),
        changing(project, actor=user("lead"), refusal=gone, **given),
    ):
        pytest.fail("It was changed.")
    with changing(project, actor=user("steward"), **given) as change:
        assert change.project.hidden_split == "secret"


def test_a_named_split_that_is_hidden_is_refused_with_the_sentence(project: Project) -> None:
    project.refresh_from_db()
    refuse_hidden(user("steward"), project, ["secret"], "For stewards.")
    with pytest.raises(NotAllowedError) as error:
        refuse_hidden(user("lead"), project, ["secret"], "For stewards.")
    assert (error.value.code, error.value.detail) == ("permission_denied", "For stewards.")


def test_a_change_is_on_record_with_whoever_made_it_or_not_made_at_all(project: Project) -> None:
    lead = user("lead")
    with changing(project.pk, at=AT, actor=lead) as change:
        change.record("changed", "project", project.pk, title="New")
    [event] = Event.objects.filter(project_id=project.pk, verb="changed")
    assert (event.at, event.actor, event.subject) == (AT, lead, "project")
    assert (event.subject_id, event.details) == (str(project.pk), {"title": "New"})
    with pytest.raises(ZeroDivisionError):
        record_and_fail(project)
    assert Event.objects.filter(project_id=project.pk, verb="changed").count() == 1


def record_and_fail(project: Project) -> None:
    with changing(project, at=AT, actor=None) as change:
        change.record("changed", "project", project.pk)
        raise ZeroDivisionError
