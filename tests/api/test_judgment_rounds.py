"""Judgment rounds through the API: what leads open and read, and what others see of it."""

import csv
import io
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.quality.judgments.meeting import add_note
from annotator.quality.judgments.models import JudgmentRound, RoundExpert, VariabilityRound
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import change_member
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import (
    NULL,
    answers_of,
    close_all,
    finish,
    make_annotations,
    make_experts,
    make_round,
    meet,
    seats_of,
    vote,
)

pytestmark = pytest.mark.django_db

V1 = "/api/v1/"
ROUNDS = f"{V1}projects/project/judgment-rounds/"


@pytest.fixture
def project() -> Project:
    return make_project(overlap=3)


def sitting(judged: JudgmentRound, number: int) -> APIClient:
    """A client of one of a round's experts."""
    return client_of(judged.experts.get(number=number).user)


def url(judged: JudgmentRound, what: str = "") -> str:
    return f"{V1}judgment-rounds/{judged.pk}/{what}"


def content(answer: Any) -> str:
    return b"".join(answer.streaming_content).decode()


def opened(project: Project, **changes: Any) -> dict[str, Any]:
    """What a lead sends to open a round."""
    experts = [member.pk for member in make_experts(project, 4)]
    body = {"title": "Long answers", "target": "long", "size": 5, "seed": 11, "experts": experts}
    return {**body, "guidelines": "See *section 4.2*", **changes}


def test_a_lead_opens_a_round(project: Project, lead: APIClient) -> None:
    make_annotations(project, 3)
    make_annotations(project, 1, NULL)
    answer = lead.post(ROUNDS, opened(project), format="json")
    check_conformance(answer, method="post", path="projects/{slug}/judgment-rounds/")
    assert answer.status_code == 201
    found = answer.json()
    judged = JudgmentRound.objects.get()
    assert found == {
        "id": judged.pk,
        "project": "project",
        "number": 1,
        "title": "Long answers",
        "target": "long",
        "size": 5,
        "seed": 11,
        "population_size": 3,
        "answer_count": len(set(judged.drawn)),
        "guidelines": "See *section 4.2*",
        "guidelines_html": "<p>See <em>section 4.2</em></p>\n",
        "phase": "independent",
        "opened_at": found["opened_at"],
        "consensus_at": None,
        "finished_at": None,
        "cancelled_at": None,
        "experts": [
            {
                "number": number,
                "name": f"expert-{number}",
                "is_you": False,
                "judged": 0,
                "closed_at": None,
            }
            for number in (1, 2, 3, 4)
        ],
        "seat": None,
        "disagreements": None,
        "settled": None,
        "variability": None,
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"target": "both"}, "target"),
        ({"guidelines": "x" * 20_001}, "guidelines"),
        ({"target": "short"}, None),
    ],
    ids=lambda each: str(each)[:30],
)
def test_a_round_that_can_not_be_is_refused_by_its_field(
    project: Project, lead: APIClient, changes: dict[str, Any], field: str | None
) -> None:
    make_annotations(project, 1)
    answer = lead.post(ROUNDS, opened(project, **changes), format="json")
    if field is None:
        assert answer.status_code == 201
    else:
        assert answer.status_code == 400
        assert field in answer.json()["fields"]


def test_a_lead_sees_what_there_is_to_draw_from(project: Project, lead: APIClient) -> None:
    make_annotations(project, 2)
    make_annotations(project, 1, NULL)
    experts = make_experts(project, 3)
    change_member(membership=experts[1], is_active=False, at=AT, actor=None)
    answer = lead.get(f"{ROUNDS}population/", {"target": "long"})
    check_conformance(answer, method="get", path="projects/{slug}/judgment-rounds/population/")
    assert answer.json() == {
        "annotations": 2,
        "examples": 2,
        "experts": [
            {"membership": experts[0].pk, "name": "expert-1"},
            {"membership": experts[2].pk, "name": "expert-3"},
        ],
    }
    assert lead.get(f"{ROUNDS}population/").status_code == 400


def test_an_expert_sees_own_rounds_without_names_seeds_and_others_progress(
    project: Project, lead: APIClient
) -> None:
    judged = make_round(project, answers=2, experts=3)
    first, second, _ = seats_of(judged)
    for answer in answers_of(judged):
        vote(answer, first, "C")
    vote(answers_of(judged)[0], second, "W")
    elsewhere = make_round(project, answers=1, experts=1)
    client = sitting(judged, 2)
    [row] = client.get(ROUNDS).json()["results"]
    assert row["id"] == judged.pk
    assert (row["seed"], row["population_size"], row["seat"]) == (None, None, 2)
    assert (row["disagreements"], row["settled"]) == (None, None)
    assert [(each["name"], each["is_you"], each["judged"]) for each in row["experts"]] == [
        ("Expert 1", False, None),
        ("Expert 2", True, 1),
        ("Expert 3", False, None),
    ]
    assert client.get(url(judged)).json() == row
    assert client.get(url(elsewhere)).status_code == 404
    rows = lead.get(ROUNDS).json()["results"]
    assert [each["id"] for each in rows] == [elsewhere.pk, judged.pk]
    assert [each["judged"] for each in rows[1]["experts"]] == [2, 1, 0]
    assert [each["name"] for each in rows[1]["experts"]] == ["expert-1", "expert-2", "expert-3"]


def test_disagreements_show_once_all_have_closed(project: Project, lead: APIClient) -> None:
    judged = meet(make_round(project, answers=3), [["C", "C"], ["C", "W"], ["C_d", "W"]])
    for client in (lead, sitting(judged, 1)):
        found = client.get(url(judged)).json()
        assert (found["phase"], found["disagreements"], found["settled"]) == ("consensus", 2, 1)
    finish(judged)
    found = lead.get(url(judged)).json()
    assert (found["phase"], found["disagreements"], found["settled"]) == ("finished", 2, 3)


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_list_takes_a_fixed_number_of_queries(
    project: Project, lead: APIClient, rounds: int
) -> None:
    for number in range(1, rounds + 1):
        judged = make_round(project, answers=number, experts=number)
        VariabilityRound.objects.create(round=judged, annotations=2, requested_at=AT)
    lead.get(ROUNDS)
    with CaptureQueriesContext(connection) as queries:
        assert lead.get(ROUNDS).json()["count"] == rounds
    assert len(queries) == 10


def test_a_lead_adds_an_expert_while_all_still_vote_alone(
    project: Project, lead: APIClient
) -> None:
    judged = make_round(project, answers=1, experts=1)
    _, other = make_experts(project, 2)
    path = "judgment-rounds/{id}/experts/"
    answer = lead.get(url(judged, "experts/"))
    check_conformance(answer, method="get", path=path)
    assert answer.json() == {"experts": [{"membership": other.pk, "name": "expert-2"}]}
    answer = lead.post(url(judged, "experts/"), {"expert": other.pk})
    check_conformance(answer, method="post", path=path)
    assert [each["name"] for each in answer.json()["experts"]] == ["expert-1", "expert-2"]
    assert lead.get(url(judged, "experts/")).json() == {"experts": []}
    assert sitting(judged, 2).get(url(judged)).json()["seat"] == 2
    assert sitting(judged, 1).post(url(judged, "experts/"), {"expert": other.pk}).status_code == 403


def test_a_lead_removes_an_expert_who_has_not_closed(project: Project, lead: APIClient) -> None:
    judged = make_round(project, answers=1, experts=3)
    vote(answers_of(judged)[0], seats_of(judged)[1], "W")
    answer = lead.delete(url(judged, "experts/2/"))
    check_conformance(answer, method="delete", path="judgment-rounds/{id}/experts/{number}/")
    assert [each["number"] for each in answer.json()["experts"]] == [1, 3]
    assert not RoundExpert.objects.filter(round=judged, number=2).exists()
    assert lead.delete(url(judged, "experts/2/")).status_code == 404
    assert sitting(judged, 1).delete(url(judged, "experts/3/")).status_code == 403


RESULTS = ("report/", "variability/", "sheet/", "export/")


@pytest.mark.parametrize("what", RESULTS)
def test_nothing_comes_of_a_round_in_phase_1(project: Project, lead: APIClient, what: str) -> None:
    judged = make_round(project, answers=1)
    vote(answers_of(judged)[0], seats_of(judged)[0], "C", "Xqz")
    refused = lead.get(url(judged, what))
    assert (refused.status_code, refused.json()["code"]) == (409, "phase_open")
    assert "Xqz" not in refused.content.decode()
    assert sitting(judged, 2).get(url(judged, what)).status_code in {403, 409}
    assert lead.post(url(judged, "variability/"), {"annotations": 3}).status_code == 409


@pytest.mark.parametrize("what", RESULTS[:3])
def test_experts_see_what_came_of_a_round_once_it_is_finished(
    project: Project, lead: APIClient, what: str
) -> None:
    judged = meet(make_round(project, answers=1), [["C", "W"]])
    assert lead.post(url(judged, "variability/"), {"annotations": 2}).status_code == 200
    assert lead.get(url(judged, what)).status_code == 200
    early = sitting(judged, 1).get(url(judged, what))
    assert (early.status_code, early.json()["code"]) == (409, "phase_open")
    finish(judged)
    answer = sitting(judged, 1).get(url(judged, what))
    check_conformance(answer, method="get", path=f"judgment-rounds/{{id}}/{what}")
    assert answer.status_code == 200
    assert "expert-" not in answer.content.decode()


def test_names_in_a_report_are_for_leads(project: Project, lead: APIClient) -> None:
    judged = finish(meet(make_round(project, answers=2), [["C", "W"], ["C", "C_d"]]), ["C", "W"])
    for client, names in (
        (lead, ["expert-1", "expert-2"]),
        (sitting(judged, 1), ["Expert 1", "Expert 2"]),
    ):
        report = client.get(url(judged, "report/")).json()
        assert report["per_expert"] == [
            {"number": 1, "name": names[0], "C": 2, "C_d": 0, "W": 0},
            {"number": 2, "name": names[1], "C": 0, "C_d": 1, "W": 1},
        ]
    assert [row for row in report["moved"] if row["count"]] == [
        {"from": "C", "to": "C", "count": 1},
        {"from": "C", "to": "W", "count": 1},
        {"from": "C_d", "to": "W", "count": 1},
        {"from": "W", "to": "C", "count": 1},
    ]
    assert [(pair["first"], pair["second"]) for pair in report["agreement"]["pairs"]] == [(1, 2)]


def test_a_lead_asks_for_further_annotations_of_the_examples_drawn(
    project: Project, lead: APIClient
) -> None:
    judged = meet(make_round(project, answers=2), [["C", "C"], ["W", "W"]])
    [spare] = make_annotations(project, 1)
    assert lead.get(url(judged, "variability/")).status_code == 404
    found = lead.post(url(judged, "variability/"), {"annotations": 25}).json()["variability"]
    assert found.pop("requested_at")
    assert found == {
        "annotations": 25,
        "examples": 2,
        "complete": 0,
        "annotations_missing": 48,
    }
    overlaps = {answer.annotation.example.overlap for answer in answers_of(judged)}
    spare.example.refresh_from_db()
    assert (overlaps, spare.example.overlap) == ({25}, 3)
    shown = lead.get(url(judged, "variability/")).json()
    questions = [answer.annotation.example.question.text for answer in answers_of(judged)]
    assert shown == {
        "annotations": 25,
        "examples": 2,
        "complete": 0,
        "missing": [
            {"number": number, "question": text, "have": 1} for number, text in enumerate(questions)
        ],
        "draws": 0,
        "bars": None,
        "footnote": None,
    }


def test_an_export_as_json_lines_reads_line_by_line(project: Project, lead: APIClient) -> None:
    judged = finish(meet(make_round(project, answers=2, draws=[1, 3]), [["C", "C"], ["C", "W"]]))
    answer = lead.get(url(judged, "export/"), {"as": "jsonl"})
    assert answer["Content-Disposition"] == 'attachment; filename="project-judgments-1.jsonl"'
    lines = [json.loads(line) for line in content(answer).splitlines()]
    assert [(line["number"], line["draws"]) for line in lines] == [(0, 1), (1, 3)]
    assert [vote["verdict"] for vote in lines[1]["votes"]] == ["C", "W"]


def test_an_export_as_csv_is_harmless_in_a_spreadsheet(project: Project, lead: APIClient) -> None:
    judged = make_round(project, answers=1)
    first, second = seats_of(judged)
    vote(answers_of(judged)[0], first, "C", '=HYPERLINK("x")')
    vote(answers_of(judged)[0], second, "C", "+1")
    close_all(judged)
    add_note(
        answer=answers_of(judged)[0],
        text="@x",
        idempotency_key="k",
        at=AT,
        actor=first.user,
    )
    answer = lead.get(url(judged, "export/"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    [row] = csv.DictReader(io.StringIO(content(answer).removeprefix("\ufeff")))
    assert row["expert_1_justification"] == '\'=HYPERLINK("x")'
    assert row["expert_2_justification"] == "'+1"
    assert row["notes"].startswith("Expert 1, ")


def test_an_export_of_another_kind_is_refused(project: Project, lead: APIClient) -> None:
    judged = meet(make_round(project, answers=1), [["C", "C"]])
    answer = lead.get(url(judged, "export/"), {"as": "xml"})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["as"])


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 2**70])
def test_no_number_of_a_round_makes_it_fail(project: Project, lead: APIClient, number: int) -> None:
    judged = make_round(project, answers=1)
    assert lead.get(f"{V1}judgment-rounds/{number}/").status_code == 404
    assert lead.delete(url(judged, f"experts/{number}/")).status_code == 404
