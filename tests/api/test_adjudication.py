"""The queue of disagreements over HTTP: lists, groups, decisions, and what stays hidden."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, YES, annotate_example
from tests.factories.long_form import make_long_form_annotation
from tests.quality.reports.reporting import make_report

pytestmark = pytest.mark.django_db
LIST = "/api/v1/projects/project/disagreements/"


@pytest.fixture
def project() -> Project:
    return make_project(overlap=3)


@pytest.fixture
def examples(project: Project) -> list[Example]:
    """Three on which annotators disagree, the last one most, and one on which they agree."""
    annotators = make_annotators(project, 3)
    made = make_examples(project, 4)
    rows = [(WHOLE, WHOLE, LONG_ONLY)] * 2 + [(NULL, WHOLE, LONG_ONLY), (WHOLE, WHOLE, WHOLE)]
    for example, answers in zip(made, rows, strict=True):
        for annotator, answer in zip(annotators, answers, strict=True):
            annotate_example(example, annotator, answer)
    make_report(project)
    return made


def detail(lead: APIClient, example: Example) -> dict[str, Any]:
    answer = lead.get(f"{LIST}{example.pk}/")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def send(lead: APIClient, example: Example, what: str, **body: Any) -> Any:
    return lead.post(f"{LIST}{example.pk}/{what}/", body, format="json")


def test_the_list_has_the_largest_disagreement_first(
    lead: APIClient, examples: list[Example]
) -> None:
    found = lead.get(LIST).json()
    assert found["count"] == 3
    assert [row["id"] for row in found["results"]] == [
        each.pk for each in (examples[2], *examples[:2])
    ]
    assert found["results"][1] == {
        "id": examples[0].pk,
        "question": examples[0].question.text,
        "page_title": "Plumb bob",
        "split": "",
        "agreement": pytest.approx(13 / 15),
        "decision": None,
    }
    assert lead.get(LIST, {"state": "decided"}).json()["results"] == []
    assert lead.get(LIST, {"state": "both"}).status_code == 400


def test_answers_that_are_the_same_are_shown_together(
    lead: APIClient, examples: list[Example]
) -> None:
    found = detail(lead, examples[0])
    names = [[each["annotator"] for each in group["annotations"]] for group in found["groups"]]
    assert names == [["annotator-0", "annotator-1"], ["annotator-2"]]
    assert found["page"]["title"] == "Plumb bob"
    assert (found["decision"], found["newest"]) == (None, None)
    assert (found["next"], found["undecided"]) == (examples[1].pk, 3)


def test_a_lead_picks_changes_their_mind_and_takes_it_back(
    lead: APIClient, examples: list[Example]
) -> None:
    before = detail(lead, examples[0])
    first, second = (group["annotations"][0]["id"] for group in before["groups"])
    picked = send(lead, examples[0], "pick", annotation=first, supersedes=None).json()
    assert picked["decision"]["picked"]["id"] == first
    assert picked["decision"]["written"] is None
    assert (picked["decision"]["decided_by"], picked["decision"]["reason"]) == ("lena", "")
    assert (picked["undecided"], picked["next"]) == (2, examples[1].pk)
    (row,) = lead.get(LIST, {"state": "decided"}).json()["results"]
    assert (row["id"], row["decision"]["decided_by"]) == (examples[0].pk, "lena")
    late = send(lead, examples[0], "pick", annotation=second, supersedes=None)
    assert (late.status_code, late.json()["code"]) == (409, "stale_decision")
    body = {"annotation": second, "supersedes": picked["newest"], "reason": "The year."}
    changed = send(lead, examples[0], "pick", **body).json()
    assert changed["decision"]["reason"] == "The year."
    undone = send(lead, examples[0], "withdraw", supersedes=changed["newest"]).json()
    assert (undone["decision"], undone["undecided"]) == (None, 3)
    assert undone["newest"] not in (None, changed["newest"])


def test_a_lead_writes_the_answer_that_nobody_gave(
    lead: APIClient, examples: list[Example]
) -> None:
    body = {"answer": YES, "reason": "All missed it.", "supersedes": None}
    written = send(lead, examples[0], "write", **body).json()
    assert written["decision"]["picked"] is None
    assert written["decision"]["written"]["yes_no_answer"] == "YES"
    body |= {"answer": {**YES, "long_answer": None}, "supersedes": written["newest"]}
    assert send(lead, examples[0], "write", **body).status_code == 400
    assert send(lead, examples[0], "write", **body | {"answer": {"stage": "x"}}).status_code == 400


def test_an_answer_is_written_on_the_page_from_nothing_or_from_somebodys(
    lead: APIClient, examples: list[Example]
) -> None:
    address = f"{LIST}{examples[0].pk}/write/"
    empty = lead.get(address).json()
    assert (empty["id"], empty["state"], empty["version"]) == (examples[0].pk, "open", 0)
    assert (empty["draft"], empty["revising"]) == (None, None)
    assert empty["page"]["html_url"].endswith(f"/project/examples/{examples[0].pk}/page/")
    whole = detail(lead, examples[0])["groups"][0]["annotations"][0]
    begun = lead.get(address, {"annotation": whole["id"]}).json()["draft"]
    assert begun["long_answer"] == {
        "candidate_index": whole["long_answer"]["candidate_index"],
    }
    elsewhere = detail(lead, examples[1])["groups"][0]["annotations"][0]["id"]
    assert lead.get(address, {"annotation": elsewhere}).status_code == 404
    body = {
        "answer": {**YES, "version": 0, "active_seconds": {"question": 1}},
        "reason": "All missed it.",
        "supersedes": None,
    }
    assert send(lead, examples[0], "write", **body).status_code == 200


def test_a_long_form_answer_is_written_beside_its_disambiguations() -> None:
    project = make_asqa_project("project", overlap=1)
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    (example,) = make_ambiguous_examples(project, 1)
    annotation = make_long_form_annotation(
        example, make_annotators(project, 1)[0], text="Red.", knowledge=["A page."]
    )
    address = f"{LIST}{example.pk}/write/"
    shown = lead.get(address, {"annotation": annotation.pk}).json()
    assert shown["draft"]["long_form_answer"] == "Red."
    assert shown["draft"]["knowledge"][0]["content"] == "A page."
    assert len(shown["disambiguations"]) == example.disambiguations.count() > 0
    answer = {"long_form_answer": "Red and blue.", "knowledge": [], "acknowledged_missing": [0, 1]}
    body = {"answer": answer, "reason": "Both won.", "supersedes": None}
    written = send(lead, example, "write", **body).json()
    assert written["decision"]["written"]["long_form_answer"] == "Red and blue."


def test_long_form_answers_are_shown_and_picked() -> None:
    project = make_asqa_project("project", overlap=2)
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    (example,) = make_ambiguous_examples(project, 1)
    for annotator, text in zip(make_annotators(project, 2), ("Red.", "Blue."), strict=True):
        make_long_form_annotation(example, annotator, text=text, knowledge=["A page."])
    make_report(project)
    assert [row["agreement"] for row in lead.get(LIST).json()["results"]] == [0.0]
    found = detail(lead, example)
    texts = [group["annotations"][0]["long_form_answer"] for group in found["groups"]]
    assert (texts, found["page"]) == (["Red.", "Blue."], None)
    second = found["groups"][1]["annotations"][0]["id"]
    picked = send(lead, example, "pick", annotation=second, supersedes=None).json()
    assert picked["decision"]["picked"]["long_form_answer"] == "Blue."


def test_the_hidden_split_is_for_stewards(
    project: Project, lead: APIClient, examples: list[Example]
) -> None:
    first = detail(lead, examples[0])["groups"][0]["annotations"][0]["id"]
    send(lead, examples[0], "pick", annotation=first, supersedes=None)
    Example.objects.filter(pk__in=[examples[0].pk, examples[2].pk]).update(purpose=Purpose.HIDDEN)
    Project.objects.filter(pk=project.pk).update(hidden_split="test")
    assert [row["id"] for row in lead.get(LIST).json()["results"]] == [examples[1].pk]
    assert lead.get(LIST, {"state": "decided"}).json()["count"] == 0
    assert lead.get(f"{LIST}{examples[0].pk}/").status_code == 404
    assert send(lead, examples[2], "pick", annotation=first, supersedes=None).status_code == 404
    project.memberships.filter(user__username="lena").update(is_steward=True)
    assert lead.get(LIST, {"state": "decided"}).json()["count"] == 1
    assert detail(lead, examples[0])["decision"]["decided_by"] == "lena"


@pytest.mark.parametrize("state", ["undecided", "decided"])
def test_a_list_takes_as_many_queries_for_one_row_as_for_three(
    lead: APIClient, examples: list[Example], state: str
) -> None:
    if state == "decided":
        for example in examples[:3]:
            first = detail(lead, example)["groups"][0]["annotations"][0]["id"]
            send(lead, example, "pick", annotation=first, supersedes=None)
    counts = []
    for size in (1, 3):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            found = lead.get(LIST, {"state": state, "page_size": size}).json()
        assert len(found["results"]) == size
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_overview_and_the_annotators_tell_what_waits_and_who_agreed(
    lead: APIClient, examples: list[Example]
) -> None:
    def waiting() -> int | None:
        found: int | None = lead.get("/api/v1/projects/project/overview/").json()["waiting"][
            "disagreements"
        ]
        return found

    assert waiting() == 3
    first = detail(lead, examples[0])["groups"][0]["annotations"][0]["id"]
    send(lead, examples[0], "pick", annotation=first, supersedes=None)
    assert waiting() == 2
    rows = lead.get("/api/v1/projects/project/annotators/").json()["results"]
    gold = {row["username"]: (row["gold"]["value"], row["gold"]["examples"]) for row in rows}
    assert gold == {"annotator-0": (1, 1), "annotator-1": (1, 1), "annotator-2": (0, 1)}
    assert rows[0]["gold"]["reason"] == "An interval needs 10 examples; there is 1."
