"""What is parked, for leads, and freeing it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.collecting.assignments.services import park_assignment
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.guidance import ask, claim

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 3)
    return project


def test_a_lead_sees_how_long_each_is_parked_and_frees_it_and_its_annotator_reads_why(
    project: Project,
) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    ada, ben = make_annotators(project, 2)
    thread = ask(project, ada, "Is a mason a builder?")
    silent = claim(project, ben)
    park_assignment(assignment=silent, note="later", at=AT + timedelta(hours=1), actor=ben)
    rows = lead.get(f"{P}parked/").json()["results"]
    assert [(row["annotator"], row["parked_at"], row["note"]) for row in rows] == [
        (ada.username, "2026-01-05T09:00:00Z", ""),
        (ben.username, "2026-01-05T10:00:00Z", "later"),
    ]
    assert rows[0]["asked"] == {
        "id": thread.pk,
        "state": "waiting",
        "text": "Is a mason a builder?",
    }
    assert rows[1]["asked"] is None
    address = f"{P}assignments/{rows[0]['id']}/free/"
    assert lead.post(address, {"reason": " "}).status_code == 400
    assert lead.post(address, {"reason": "Nobody came back."}).status_code == 204
    refused = lead.post(address, {"reason": "Twice."})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_parked")
    (left,) = lead.get(f"{P}parked/").json()["results"]
    assert left["id"] == silent.pk

    own = client_of(ada)
    (row,) = own.get(f"{P}assignments/").json()["results"]
    assert (row["state"], row["freed"]["reason"]) == ("released", "Nobody came back.")
    assert set(row["freed"]) == {"at", "reason"}
    shown = own.get(f"/api/v1/assignments/{row['id']}/").json()
    assert shown["freed"] == row["freed"]
    assert own.post(f"/api/v1/assignments/{row['id']}/resume/", {}).json()["freed"] is None


def test_the_list_takes_as_many_queries_however_many_are_parked(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    counts = []
    for annotator in make_annotators(project, 3):
        ask(project, annotator)
        with CaptureQueriesContext(connection) as captured:
            lead.get(f"{P}parked/")
        counts.append(len(captured))
    assert counts[0] == counts[2]
