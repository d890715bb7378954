"""What somebody is told who may not do something."""

import pytest

from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "method", "address", "sentence"),
    [
        (Role.ANNOTATOR, "get", "members/", "Only leads of this project may do this."),
        (Role.LEAD, "post", "assignments/next/", "Only annotators of this project may do this."),
        (
            Role.ANNOTATOR,
            "get",
            "judgment-rounds/",
            "Only experts and leads of this project may do this.",
        ),
    ],
)
def test_a_refusal_names_the_roles_that_may(
    role: Role, method: str, address: str, sentence: str
) -> None:
    client = client_of(make_member(make_project(), "ada", role).user)
    answer = getattr(client, method)(f"/api/v1/projects/project/{address}")
    assert (answer.status_code, answer.json()["detail"]) == (403, sentence)
