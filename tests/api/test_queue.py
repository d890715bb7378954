from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.collecting.assignments.models import Slot
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_annotators, make_examples, make_project
from tests.factories.late import make_late_annotation

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"


def test_a_queue_tells_its_order_its_splits_and_the_job_that_is_ordering_it(
    project: Project, lead: APIClient
) -> None:
    examples = make_examples(project, 3)
    for example in examples[:2]:
        example.split = "dev"
        example.save(update_fields=["split"])
    response = lead.patch(f"{P}queue/", {"order": "split", "splits": ["dev"], "seed": 4})
    assert response.status_code == 200, response.content
    expected = {
        "order": "split",
        "within": "imported",
        "seed": 4,
        "splits": ["dev"],
        "balance_pairs": False,
        "found_splits": [{"name": "", "examples": 1}, {"name": "dev", "examples": 2}],
        "overlap": 1,
        "overlaps": [],
        "overlap_job": None,
        "is_ordered": False,
        "job": str(Job.objects.get().pk),
    }
    assert response.json() == expected
    assert lead.get(f"{P}queue/").json() == expected


def test_splits_are_given_their_own_numbers_of_annotations(
    project: Project, lead: APIClient
) -> None:
    example, _ = make_examples(project, 2)
    example.split = "dev"
    example.save(update_fields=["split"])
    own = [{"name": "dev", "overlap": 2}, {"name": "test", "overlap": 3}]
    shown = lead.patch(f"{P}queue/", {"overlaps": own}).json()
    assert (shown["overlap"], shown["overlaps"], shown["splits"]) == (1, own, [])
    assert (shown["overlap_job"], shown["job"]) == (None, None)
    assert Slot.objects.filter(example=example).count() == 2
    assert Slot.objects.count() == 3
    again = lead.patch(f"{P}queue/", {"overlaps": [{"name": "test", "overlap": None}]}).json()
    assert again["overlaps"] == own[:1]


def test_numbers_of_annotations_change_all_together_or_not_at_all(
    project: Project, lead: APIClient
) -> None:
    body = {"overlaps": [{"name": "dev", "overlap": 2}], "order": "split"}
    response = lead.patch(f"{P}queue/", body)
    assert (response.status_code, response.json()["code"]) == (400, "no_split")
    assert lead.get(f"{P}queue/").json()["overlaps"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"overlaps": [{"name": "dev", "overlap": 0}]}, "overlaps[0].overlap"),
        ({"overlaps": [{"name": "", "overlap": 2}]}, "overlaps[0].name"),
        ({"order": "alphabetical"}, "order"),
        ({"splits": ["dev", "dev"]}, "splits"),
    ],
)
def test_an_impossible_order_is_refused_at_its_field(
    lead: APIClient, body: dict[str, Any], field: str
) -> None:
    response = lead.patch(f"{P}queue/", body)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]


def test_priorities_are_set_one_by_one_by_number_and_by_filter(
    project: Project, lead: APIClient
) -> None:
    first, second, third = make_examples(project, 3)
    one = lead.patch(f"{P}examples/{first.pk}/", {"priority": 5}).json()
    assert (one["id"], one["priority"]) == (first.pk, 5)
    for body, changed in (
        ({"priority": 6, "examples": [second.pk]}, 1),
        ({"priority": 7, "example_ids": [str(third.example_id), str(second.example_id)]}, 2),
        ({"priority": -8, "filter": {"search": str(first.example_id)}}, 1),
        ({"priority": 7, "filter": {}}, 1),
    ):
        response = lead.post(f"{P}priorities/", body)
        assert (response.status_code, response.json()) == (200, {"changed": changed, "job": None})
    rows = lead.get(f"{P}examples/?ordering=-priority").json()["results"]
    assert [row["priority"] for row in rows] == [7, 7, 7]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"priority": 1}, ""),
        ({"priority": 1, "examples": [1], "filter": {}}, ""),
        ({"priority": 1, "examples": [1, 2**63]}, "examples[1]"),
        ({"priority": 1, "example_ids": ["12"]}, "example_ids"),
        ({"priority": 1, "example_ids": ["9999999999999999999"]}, "example_ids"),
        ({"priority": 1, "example_ids": ["x"]}, "example_ids[0]"),
        ({"priority": 1001, "filter": {}}, "priority"),
        ({"priority": 1, "filter": {"state": "begun"}}, "filter.state"),
    ],
)
def test_priorities_that_can_not_be_set_are_refused_at_their_field(
    lead: APIClient, body: dict[str, Any], field: str
) -> None:
    response = lead.post(f"{P}priorities/", body)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]


def test_examples_and_annotations_of_another_project_are_out_of_reach(lead: APIClient) -> None:
    other = make_project("other")
    (example,) = make_examples(other, 1)
    late = make_late_annotation(example, *make_annotators(other, 2))
    acceptance = f"{P}annotations/{late.pk}/acceptance/"
    body = {"priority": 1, "examples": [example.pk]}
    assert lead.patch(f"{P}examples/{example.pk}/", {"priority": 1}).status_code == 404
    assert lead.post(f"{P}priorities/", body).status_code == 400
    assert [lead.post(acceptance, {}).status_code, lead.delete(acceptance).status_code] == [404] * 2


def test_a_late_annotation_is_listed_counted_and_set_aside_again(
    project: Project, lead: APIClient
) -> None:
    (example,) = make_examples(project, 1)
    late = make_late_annotation(example, *make_annotators(project, 2))
    address = f"{P}annotations/{late.pk}/acceptance/"

    def listed(arrival: str) -> list[int]:
        rows = lead.get(f"{P}annotations/?arrival={arrival}").json()["results"]
        return [row["id"] for row in rows]

    def waiting() -> int:
        figures: int = lead.get(f"{P}progress/").json()["project"]["late"]
        return figures

    (row,) = lead.get(f"{P}annotations/?arrival=late_waiting").json()["results"]
    assert row["late"] == {"lease_ended_at": "2026-01-05T09:00:00Z", "accepted": None}
    assert waiting() == 1
    accepted = lead.post(address, {"note": "better"}).json()["late"]["accepted"]
    assert (accepted["by"], accepted["note"], accepted["added_slot"]) == ("lena", "better", True)
    assert lead.post(address, {}).status_code == 409
    assert (listed("late_waiting"), listed("late_accepted"), waiting()) == ([], [late.pk], 0)
    assert lead.delete(address).json()["late"]["accepted"] is None
    assert lead.delete(address).status_code == 409
    assert (listed("late_waiting"), Slot.objects.count()) == ([late.pk], 1)
    on_time = listed("on_time")
    assert lead.post(f"{P}annotations/{on_time[0]}/acceptance/", {}).status_code == 404


@pytest.mark.parametrize("arrival", ["late", "late_accepted"])
def test_late_annotations_are_listed_in_as_many_queries_however_many_there_are(
    project: Project, lead: APIClient, arrival: str
) -> None:
    ada, ben = make_annotators(project, 2)
    counts = []
    for number in (1, 2):
        for example in make_examples(project, number):
            late = make_late_annotation(example, ada, ben)
            lead.post(f"{P}annotations/{late.pk}/acceptance/", {})
        with CaptureQueriesContext(connection) as captured:
            rows = lead.get(f"{P}annotations/?arrival={arrival}").json()["results"]
        counts.append((len(rows), len(captured)))
    assert [rows for rows, _ in counts] == [1, 3]
    assert counts[0][1] == counts[1][1]
