import pytest
from django.core.management import call_command

from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.services import NewExample, create_examples, next_position
from annotator.quality.reports.hidden_split import hide_split, show_split
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.queries import stewards_of
from annotator.workspace.projects.services import change_member
from annotator.workspace.projects.stewards import set_steward
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    project = make_project()
    first, *_ = make_examples(project, 3)
    Example.objects.filter(pk=first.pk).update(split="test")
    return project


@pytest.fixture
def lead(project: Project) -> Membership:
    return make_member(project, "lead", Role.LEAD)


@pytest.fixture
def other(project: Project) -> Membership:
    return make_member(project, "other", Role.LEAD)


def hide(project: Project, lead: Membership) -> Project:
    return hide_split(project=project, split="test", steward=lead.user, at=AT)


def test_hiding_and_showing_again_is_on_record_and_leaves_everything_as_it_was(
    project: Project, lead: Membership
) -> None:
    before = list(Example.objects.order_by("pk").values())
    project = hide(project, lead)
    assert Example.objects.filter(purpose=Purpose.HIDDEN).count() == 1
    lead.refresh_from_db()
    assert lead.is_steward
    show_split(project=project, at=AT, actor=lead.user)
    lead.refresh_from_db()
    assert not lead.is_steward
    assert list(Example.objects.order_by("pk").values()) == before
    events = Event.objects.filter(subject="split").order_by("pk")
    assert [(each.verb, each.details) for each in events] == [
        ("hid", {"split": "test"}),
        ("showed", {"split": "test"}),
    ]


def test_annotators_get_examples_of_the_hidden_split(project: Project, lead: Membership) -> None:
    project = hide(project, lead)
    user = make_member(project, "ada").user
    assignment = claim_assignment(project=project, annotator=user, at=AT)
    assert assignment
    assert assignment.example.split == "test"


def test_examples_that_come_later_to_the_hidden_split_are_hidden(
    project: Project, lead: Membership
) -> None:
    project = hide(project, lead)
    position = next_position(project)
    for split, purpose in (("test", Purpose.HIDDEN), ("dev", Purpose.MAIN), ("", Purpose.MAIN)):
        new = NewExample(position, "what", position=position, split=split)
        (example,) = create_examples(project=project, new=[new], at=AT)
        position += 1
        assert example.purpose == purpose


def test_one_split_is_hidden_and_it_needs_a_lead_and_examples(
    project: Project, lead: Membership
) -> None:
    with pytest.raises(InvalidInputError):
        hide_split(project=project, split="none", steward=lead.user, at=AT)
    with pytest.raises(ConflictError, match="has to be a lead"):
        hide_split(project=project, split="test", steward=make_member(project, "ada").user, at=AT)
    hide(project, lead)
    with pytest.raises(ConflictError, match="hidden already"):
        hide(project, lead)


@pytest.mark.parametrize("change", [{"role": Role.EXPERT}, {"is_active": False}])
def test_the_last_steward_stays_and_another_one_loses_the_right_with_the_role(
    project: Project, lead: Membership, other: Membership, change: dict[str, object]
) -> None:
    hide(project, lead)
    with pytest.raises(ConflictError, match="needs a steward"):
        change_member(membership=lead, at=AT, actor=None, **change)  # type: ignore[arg-type]
    with pytest.raises(ConflictError, match="needs a steward"):
        set_steward(membership=lead, is_steward=False, at=AT, actor=None)
    set_steward(membership=other, is_steward=True, at=AT, actor=lead.user)
    assert not change_member(membership=lead, at=AT, actor=None, **change).is_steward  # type: ignore[arg-type]


def test_the_right_is_for_leads_and_only_where_something_is_hidden(
    project: Project, lead: Membership, other: Membership
) -> None:
    with pytest.raises(ConflictError, match="No split"):
        set_steward(membership=other, is_steward=True, at=AT, actor=None)
    hide(project, lead)
    with pytest.raises(ConflictError, match="Only leads"):
        set_steward(membership=make_member(project, "ada"), is_steward=True, at=AT, actor=None)


def test_a_steward_has_an_active_account(
    project: Project, lead: Membership, other: Membership
) -> None:
    hide(project, lead)
    lead.refresh_from_db()
    set_steward(membership=other, is_steward=True, at=AT, actor=None)
    User.objects.filter(pk=other.user_id).update(is_active=False)
    with pytest.raises(ConflictError, match="needs a steward"):
        set_steward(membership=lead, is_steward=False, at=AT, actor=None)
    Membership.objects.filter(pk=other.pk).update(is_steward=False)
    with pytest.raises(ConflictError, match="Only leads can be stewards"):
        set_steward(membership=other, is_steward=True, at=AT, actor=None)
    show_split(project=project, at=AT, actor=lead.user)
    with pytest.raises(ConflictError, match="has to be a lead"):
        hide(project, other)


def test_by_the_api_a_lead_hides_a_split_and_stewards_alone_change_that(
    project: Project, lead: Membership, other: Membership
) -> None:
    address = f"/api/v1/projects/{project.slug}/"
    one, two = client_of(lead.user), client_of(other.user)
    assert one.put(f"{address}splits/hidden/", {"split": "test"}).json()["hidden"] == "test"
    assert two.put(f"{address}splits/hidden/", {"split": ""}).status_code == 403
    member = f"{address}members/{other.pk}/"
    assert two.patch(member, {"is_steward": True}).status_code == 403
    assert one.patch(member, {"is_steward": True}).json()["is_steward"] is True
    shown = two.put(f"{address}splits/hidden/", {"split": ""}).json()
    assert (shown["hidden"], shown["is_steward"]) == ("", True)


def test_the_command_hides_names_stewards_and_shows(
    project: Project, lead: Membership, other: Membership, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("hide_split", project.slug, "test", "--steward", lead.user.username)
    call_command("hide_split", project.slug, "test", "--steward", other.user.username)
    assert set(stewards_of(project)) == {lead, other}
    call_command("hide_split", project.slug, "--show")
    project.refresh_from_db()
    assert (project.hidden_split, stewards_of(project).count()) == ("", 0)
    assert capsys.readouterr().out.splitlines() == [
        "test is hidden. lead sees it.",
        "test is hidden. other sees it.",
        "All leads see test again.",
    ]
    with pytest.raises(SystemExit):
        call_command("hide_split", project.slug, "test")
