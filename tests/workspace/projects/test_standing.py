"""Pausing, archiving and deleting projects, each with its way back."""

import pytest

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.services import park_assignment, resume_assignment
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role, Standing
from annotator.workspace.projects.queries import project_and_role, projects_led_by, projects_of
from annotator.workspace.projects.standing import (
    change_standing,
    delete_project,
    deleted_projects_of,
    restore_project,
)
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user
from tests.factories.judgments import WHOLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user


def put(project: Project, standing: Standing, lead: User) -> Project:
    return change_standing(project=project, standing=standing, at=AT, actor=lead)


def test_a_paused_project_hands_out_nothing_new_and_takes_what_is_held(
    project: Project, lead: User
) -> None:
    make_examples(project, 3)
    annotator = make_member(project, "annotator").user
    held = claim_assignment(project=project, annotator=annotator, at=AT)
    assert held is not None
    project = put(project, Standing.PAUSED, lead)
    assert claim_assignment(project=project, annotator=annotator, at=AT) == held
    with pytest.raises(NotAllowedError) as refused:
        claim_assignment(project=project, annotator=annotator, at=AT, ahead=True)
    assert refused.value.code == "project_paused"
    parked = park_assignment(assignment=held, note="", at=AT, actor=annotator)
    resumed = resume_assignment(assignment=parked, at=AT)
    submit_annotation(assignment=resumed, answer=WHOLE, at=AT)
    with pytest.raises(NotAllowedError):
        claim_assignment(project=project, annotator=annotator, at=AT)
    project = put(project, Standing.ACTIVE, lead)
    assert claim_assignment(project=project, annotator=annotator, at=AT) is not None


def test_history_has_each_change_once(project: Project, lead: User) -> None:
    for standing in (Standing.PAUSED, Standing.PAUSED, Standing.ARCHIVED, Standing.ACTIVE):
        put(project, standing, lead)
    events = Event.objects.filter(subject="project", actor=lead).order_by("pk")
    assert list(events.values_list("verb", "details")) == [
        ("paused", {"from": "active"}),
        ("archived", {"from": "paused"}),
        ("reopened", {"from": "archived"}),
    ]


def test_an_archived_project_can_be_read_and_exported_but_not_changed(
    project: Project, lead: User
) -> None:
    make_examples(project, 2)
    annotator = make_member(project, "annotator").user
    held = claim_assignment(project=project, annotator=annotator, at=AT)
    assert held is not None
    put(project, Standing.ARCHIVED, lead)
    leading, annotating = client_of(lead), client_of(annotator)
    own = f"/api/v1/projects/{project.slug}/"
    assert leading.get(f"{own}examples/").status_code == 200
    assert leading.post(f"{own}exports/", {"format": "nq-simplified"}).status_code == 202
    refused = [
        leading.patch(own, {"title": "Another"}),
        leading.put(f"{own}guidelines/", {"markdown": "New."}),
        annotating.post(f"/api/v1/assignments/{held.pk}/submit/", WHOLE),
        annotating.post(f"/api/v1/assignments/{held.pk}/park/", {"note": ""}),
    ]
    assert [(each.status_code, each.json()["code"]) for each in refused] == [
        (409, "project_archived")
    ] * 4
    assert leading.put(f"{own}standing/", {"standing": "active"}).status_code == 200
    assert leading.patch(own, {"title": "Another"}).status_code == 200


def test_a_deleted_project_is_invisible_until_it_is_restored(project: Project, lead: User) -> None:
    make_examples(project, 1)
    annotator = make_member(project, "annotator").user
    held = claim_assignment(project=project, annotator=annotator, at=AT)
    assert held is not None
    put(project, Standing.PAUSED, lead)
    delete_project(project=project, name=project.slug, at=AT, actor=lead)
    administrator = make_user("admin", administrator=True)
    for user in (lead, annotator, administrator):
        assert list(projects_of(user)) == []
        assert project_and_role(user=user, slug=project.slug) == (None, None)
    assert list(projects_led_by(lead)) == []
    assert client_of(annotator).get(f"/api/v1/assignments/{held.pk}/").status_code == 404
    assert list(deleted_projects_of(lead)) == list(deleted_projects_of(administrator)) == [project]
    assert list(deleted_projects_of(annotator)) == []
    restored = restore_project(project=project, at=AT, actor=lead)
    assert restored.standing == Standing.PAUSED
    assert list(projects_of(annotator)) == [project]
    assert client_of(annotator).get(f"/api/v1/assignments/{held.pk}/").status_code == 200


def test_deleting_needs_the_projects_name(project: Project, lead: User) -> None:
    with pytest.raises(InvalidInputError) as refused:
        delete_project(project=project, name="another", at=AT, actor=lead)
    assert refused.value.fields == {"name": f"Type {project.slug}."}
    assert list(projects_of(lead)) == [project]


def test_only_a_project_in_the_bin_is_restored(project: Project, lead: User) -> None:
    with pytest.raises(ConflictError) as refused:
        restore_project(project=project, at=AT, actor=lead)
    assert refused.value.code == "not_deleted"
