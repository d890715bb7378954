"""Saved views: each is its owner's alone."""

import pytest
from rest_framework.test import APIClient

from annotator.workspace.projects.models import Project, Role, SavedView
from annotator.workspace.projects.saved_views import MOST
from tests.api.clients import client_of
from tests.factories.corpus import make_member

pytestmark = pytest.mark.django_db
VIEWS = "/api/v1/projects/project/saved-views/"
OPEN = {"table": "examples", "name": "Open", "query": "state=partial&columns=answer"}


def names(client: APIClient, **query: str) -> list[str]:
    return [row["name"] for row in client.get(VIEWS, query).json()["results"]]


def test_a_view_is_saved_listed_by_table_and_deleted(lead: APIClient) -> None:
    made = lead.post(VIEWS, OPEN)
    assert made.status_code == 201
    assert made.json() == {"id": made.json()["id"], **OPEN}
    lead.post(VIEWS, {**OPEN, "table": "history", "name": "All"})
    assert (names(lead), names(lead, table="examples")) == (["All", "Open"], ["Open"])
    assert lead.delete(f"{VIEWS}{made.json()['id']}/").status_code == 204
    assert names(lead) == ["All"]


def test_a_view_of_the_same_name_is_replaced(lead: APIClient) -> None:
    first = lead.post(VIEWS, OPEN).json()
    second = lead.post(VIEWS, {**OPEN, "query": "state=complete"}).json()
    assert (second["id"], second["query"]) == (first["id"], "state=complete")
    assert names(lead) == ["Open"]


def test_another_lead_neither_sees_nor_deletes_a_view(project: Project, lead: APIClient) -> None:
    made = lead.post(VIEWS, OPEN).json()
    other = client_of(make_member(project, "max", Role.LEAD).user)
    assert names(other) == []
    assert other.delete(f"{VIEWS}{made['id']}/").status_code == 404
    assert names(lead) == ["Open"]


def test_views_have_a_table_that_exists_and_a_limit(project: Project, lead: APIClient) -> None:
    assert lead.post(VIEWS, {**OPEN, "table": "nonsense"}).json()["fields"].keys() == {"table"}
    owner = project.memberships.get().user
    SavedView.objects.bulk_create(
        SavedView(project=project, owner=owner, table="members", name=str(number), query="")
        for number in range(MOST)
    )
    answer = lead.post(VIEWS, OPEN)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_views")
