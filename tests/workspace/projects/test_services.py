from functools import partial

import pytest

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Guideline, Project, Role
from annotator.workspace.projects.queries import current_guideline, projects_of, role_of
from annotator.workspace.projects.services import (
    add_member_by_name,
    change_member,
    create_project,
    update_project,
    write_guideline,
)
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, PASSWORD, make_member, make_project, make_user

pytestmark = pytest.mark.django_db


def test_create_project_makes_the_creator_its_lead() -> None:
    lena = make_user("lena")
    project = create_project(
        slug="fresh", kind="nq", title="New", overlap=5, guidelines="# Read", at=AT, creator=lena
    )
    assert role_of(user=lena, project=project) == Role.LEAD
    guideline = current_guideline(project)
    assert guideline
    assert (guideline.version, guideline.markdown) == (1, "# Read")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_create_the_same_project_at_once_one_is_refused() -> None:
    calls = [
        partial(create_project, slug="same", kind="nq", title=title, overlap=1, at=AT)
        for title in "1234"
    ]
    assert outcomes_at_once(calls) == ["done", "slug_taken", "slug_taken", "slug_taken"]


def test_create_project_refuses_a_slug_that_is_taken() -> None:
    make_project("same")
    with pytest.raises(ConflictError) as refused:
        make_project("same")
    assert refused.value.code == "slug_taken"


@pytest.mark.parametrize("overlap", [0, 1001, -3])
def test_create_project_refuses_an_overlap_out_of_bounds(overlap: int) -> None:
    with pytest.raises(InvalidInputError) as refused:
        make_project(overlap=overlap)
    assert list(refused.value.fields) == ["overlap"]


@pytest.mark.parametrize("title", ["Two\nlines", "a\rb", "a\tb", "a\x00b", "a\u2028b", "a\x85b"])
def test_a_title_is_one_line_without_control_characters(title: str) -> None:
    project = make_project()
    with pytest.raises(InvalidInputError) as created:
        create_project(slug="fresh", kind="nq", title=title, overlap=1, at=AT)
    with pytest.raises(InvalidInputError) as changed:
        update_project(project=project, title=title, at=AT, actor=None)
    assert [list(refused.value.fields) for refused in (created, changed)] == [["title"]] * 2


def test_a_project_whose_title_an_older_version_took_can_be_changed_otherwise() -> None:
    project = make_project()
    Project.objects.update(title="Two\nlines")
    assert update_project(project=project, lease_minutes=5, at=AT, actor=None).lease_minutes == 5


def test_update_project_is_on_record_with_before_and_after() -> None:
    project = make_project()
    update_project(project=project, title="Better", at=AT, actor=None)
    assert Event.objects.get(verb="changed").details == {
        "before": {"title": "Project"},
        "after": {"title": "Better"},
    }


def test_add_member_by_name_creates_the_account_only_with_a_password() -> None:
    project = make_project()
    with pytest.raises(InvalidInputError) as refused:
        add_member_by_name(project=project, username="new", role="expert", at=AT, actor=None)
    assert refused.value.code == "unknown_user"
    add_member_by_name(
        project=project, username="new", role="expert", password=PASSWORD, at=AT, actor=None
    )
    assert User.objects.get(username="new").check_password(PASSWORD)


def test_add_member_by_name_refuses_a_weak_password() -> None:
    project = make_project()
    with pytest.raises(InvalidInputError) as refused:
        add_member_by_name(
            project=project, username="new", role="expert", password="123", at=AT, actor=None
        )
    assert list(refused.value.fields) == ["password"]
    assert not User.objects.filter(username="new").exists()


def test_a_project_keeps_its_last_lead() -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD)
    for changes in ({"is_active": False}, {"role": Role.ANNOTATOR}):
        with pytest.raises(ConflictError) as refused:
            change_member(membership=lead, at=AT, actor=None, **changes)  # type: ignore[arg-type]
        assert refused.value.code == "last_lead"
    make_member(project, "second", Role.LEAD)
    assert not change_member(membership=lead, is_active=False, at=AT, actor=None).is_active


def test_a_lead_whose_account_is_inactive_does_not_keep_a_project_going() -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD)
    gone = make_member(project, "gone", Role.LEAD)
    User.objects.filter(pk=gone.user_id).update(is_active=False)
    with pytest.raises(ConflictError) as refused:
        change_member(membership=lead, is_active=False, at=AT, actor=None)
    assert refused.value.code == "last_lead"


def test_guidelines_get_a_new_version_only_for_a_new_text() -> None:
    project = make_project()
    texts = ["one", "one", "two", "one"]
    versions = [
        write_guideline(project=project, markdown=text, at=AT, actor=None).version for text in texts
    ]
    assert versions == [1, 1, 2, 3]


def test_guidelines_have_line_feeds_alone_whatever_a_script_sends() -> None:
    project = make_project()
    texts = ["# One\r\nTwo\r", "# One\nTwo\n"]
    written = [write_guideline(project=project, markdown=text, at=AT, actor=None) for text in texts]
    assert [(each.version, each.markdown) for each in written] == [(1, texts[1])] * 2


def test_guidelines_that_an_earlier_version_stored_as_they_were_sent_are_the_same_text() -> None:
    project = make_project()
    Guideline.objects.create(project=project, version=1, markdown="One\r\nTwo", created_at=AT)
    same = write_guideline(project=project, markdown="One\nTwo", at=AT, actor=None)
    assert same.version == 1


def test_projects_of_shows_active_memberships_only() -> None:
    mine, left = make_project("mine"), make_project("left")
    make_project("foreign")
    user = make_member(mine, "ada").user
    membership = make_member(left, "ada")
    change_member(membership=membership, is_active=False, at=AT, actor=None)
    assert list(projects_of(user)) == [mine]
    assert projects_of(make_user("root", administrator=True)).count() == 3


def test_history_says_whose_membership_ended_and_began_again() -> None:
    project = make_project()
    membership = make_member(project, "ada")
    for is_active in (False, True):
        change_member(membership=membership, is_active=is_active, at=AT, actor=None)
    events = Event.objects.filter(subject="membership", verb="changed").order_by("pk")
    assert list(events.values_list("details", flat=True)) == [
        {"user": "ada", "role": "annotator", "is_active": False},
        {"user": "ada", "role": "annotator", "is_active": True},
    ]
