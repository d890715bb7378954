import pytest

from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import projects_led_by, role_of
from annotator.workspace.projects.services import change_member
from tests.factories.corpus import AT, make_member, make_project, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("administrator", [False, True])
def test_the_projects_that_somebody_leads_are_those_in_which_they_have_the_role(
    *, administrator: bool
) -> None:
    user = make_user("ada", administrator=administrator)
    led, left, judged, _ = (make_project(slug) for slug in ("led", "left", "judged", "other"))
    make_member(led, "ada", Role.LEAD)
    make_member(judged, "ada", Role.EXPERT)
    membership = make_member(left, "ada", Role.LEAD)
    make_member(left, "ben", Role.LEAD)
    change_member(membership=membership, is_active=False, at=AT, actor=None)
    found = [project.slug for project in projects_led_by(user)]
    assert found == [
        project.slug
        for project in Project.objects.order_by("slug")
        if role_of(user=user, project=project) == Role.LEAD
    ]
    assert found == (["led", "left", "other"] if administrator else ["led"])
