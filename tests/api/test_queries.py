"""Queries of logs, their funnel and filters, for leads."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.exchange.intake.models import Query
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from scripts.bootstrap import ROOT
from tests.api.clients import client_of
from tests.exchange.intake.hand_tags import OTHERS, TABLE_1, text_of
from tests.factories.corpus import make_member, make_project
from tests.factories.intake import make_query

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"


def test_a_lead_reads_the_funnel_and_the_queries_of_a_step(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    make_query(make_project("other"))
    make_query(project, is_published=False)
    rare = make_query(project, count=2, users=1)
    often = make_query(project, count=9, users=4, other_wordings=["b"])
    make_query(project, step="short", heuristics=[], reason="It has 2 words, fewer than 8.")
    funnel = lead.get(f"{P}query-funnel/").json()
    assert funnel["queries"] == 3
    assert {step["step"]: (step["queries"], step["issued"]) for step in funnel["steps"]} == {
        "short": (1, 1), "rare": (0, 0), "how_to": (0, 0), "no_heuristic": (0, 0),
        "flagged": (0, 0), "refused": (0, 0), "kept": (2, 11), "no_page": (0, 0),
        "example": (0, 0),
    }  # fmt: skip
    kept = lead.get(f"{P}queries/", {"step": "kept"}).json()
    assert (kept["count"], funnel["steps"][6]["samples"]) == (2, kept["results"])
    assert [row["id"] for row in kept["results"]] == [often.pk, rare.pk]
    assert kept["results"][0] == {
        "id": often.pk,
        "text": often.text,
        "other_wordings": ["b"],
        "count": 9,
        "users": 4,
        "step": "kept",
        "reason": "It meets heuristic 2.",
        "heuristics": ["2"],
        "flags": [],
    }


def test_a_preview_shows_how_a_log_is_read_and_stores_nothing(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    log = "Query;Hits;uid;n\nwho;9;u0;2\nwhat;9;u1;x\nwhere;9;u2;1\nwhen"
    file = SimpleUploadedFile("log.csv", log.encode())
    answer = lead.post(f"{P}query-previews/", {"file": file, "is_part": True}, format="multipart")
    assert answer.json() == {
        "layout": "CSV with semicolons",
        "columns": [
            {"field": "query", "name": "Query"},
            {"field": "count", "name": "n"},
            {"field": "user", "name": "uid"},
        ],
        "ignored": ["Hits"],
        "queries": [
            {"line": 2, "text": "who", "count": 2},
            {"line": 4, "text": "where", "count": 1},
        ],
        "problems": [
            {
                "file": "log.csv",
                "line": 3,
                "field": "count",
                "problem": "'x' is not a count.",
                "fix": "Write a whole number of at least 1.",
            }
        ],
    }
    assert (Query.objects.count(), Job.objects.count()) == (0, 0)
    file = SimpleUploadedFile("log.csv", b"search_query,uid\nwho,u0\n")
    refused = lead.post(f"{P}query-previews/", {"file": file}, format="multipart").json()
    assert (refused["layout"], refused["queries"]) == (None, [])
    assert refused["problems"][0]["line"] == 1
    file = SimpleUploadedFile("log.csv", b"x" * (2**20 + 1))
    too_large = lead.post(f"{P}query-previews/", {"file": file}, format="multipart")
    assert (too_large.status_code, too_large.json()["code"]) == (400, "file_too_large")


def test_the_list_and_the_funnel_take_as_many_look_ups_however_many_queries_there_are(
    project: Project,
) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    counts = []
    for number in (1, 2):
        for _ in range(number):
            make_query(project)
        with CaptureQueriesContext(connection) as asked:
            lead.get(f"{P}queries/")
            lead.get(f"{P}query-funnel/")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_lead_decides_about_a_flagged_query_and_can_decide_again(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    query = make_query(project, step="flagged", flags=["an e-mail address"])
    address = f"{P}queries/{query.pk}/decision/"
    kept = lead.post(address, {"keep": True}).json()
    assert (kept["step"], kept["reason"]) == (
        "kept",
        "A lead kept it. It has an e-mail address.",
    )
    left_out = lead.post(address, {"keep": False}).json()
    assert (left_out["step"], left_out["reason"]) == (
        "refused",
        "A lead left it out. It has an e-mail address.",
    )
    decisions = Event.objects.filter(verb="decided", subject="query").order_by("pk")
    assert [event.details for event in decisions] == [
        {"before": "flagged", "after": "kept"},
        {"before": "kept", "after": "refused"},
    ]


def test_a_query_of_an_unfinished_import_or_another_project_is_not_found(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    for query in (make_query(project, is_published=False), make_query(make_project("other"))):
        answer = lead.post(f"{P}queries/{query.pk}/decision/", {"keep": True})
        assert answer.status_code == 404
    assert set(Query.objects.values_list("step", flat=True)) == {"kept"}


def test_filters_are_changed_one_by_one_and_checked(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    before = lead.get(f"{P}query-filters/").json()
    assert (before["min_words"], before["heuristics"]) == (8, ["1a", "1b", "2", "3", "4", "5"])
    changes = {"min_words": 5, "how_to": True, "heuristics": ["1a"], "page_titles": "Rome\n"}
    changes["entities"] = "names"
    assert lead.patch(f"{P}query-filters/", changes).json() == {**before, **changes}
    refused = lead.patch(f"{P}query-filters/", {"min_words": 0, "heuristics": []})
    assert (refused.status_code, sorted(refused.json()["fields"])) == (
        400,
        ["heuristics", "min_words"],
    )
    assert lead.get(f"{P}query-filters/").json() == {**before, **changes}


def test_a_query_that_an_example_asks_stays(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    query = make_query(project, step="example")
    answer = lead.post(f"{P}queries/{query.pk}/decision/", {"keep": False})
    assert (answer.status_code, answer.json()["code"]) == (409, "asked_already")


def test_a_lead_chooses_what_finds_pages_and_headers_stay_secret(
    project: Project, settings: Any
) -> None:
    settings.FETCH_HOSTS = ["*.example.org"]
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    address = "https://s.example.org/?q={query}"
    changes = {"provider": "service", "address": address, "headers": {"X-Key": "hush"}}
    shown = {
        "provider": "service",
        "address": address,
        "path": "",
        "header_names": ["X-Key"],
        "hosts": ["*.example.org"],
    }
    assert lead.get(f"{P}page-search/").json()["provider"] == "wiki"
    assert lead.patch(f"{P}page-search/", changes).json() == shown
    assert lead.patch(f"{P}page-search/", {"path": "hits"}).json() == {**shown, "path": "hits"}
    refused = lead.patch(f"{P}page-search/", {"address": "https://127.0.0.1/?q={query}"})
    assert (refused.status_code, sorted(refused.json()["fields"])) == (400, ["address"])
    history = lead.get(f"{P}history/").content
    assert b"page_search" in history
    assert b"hush" not in history


def test_examples_are_made_with_a_draw_or_a_file_of_results(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    make_query(project)
    parts = [{"name": "test", "number": 1}, {"name": "train", "share": 1}]
    draw = {"seed": 7, "parts": parts}
    started = lead.post(f"{P}query-pages/", {"draw": draw, "provider": "wiki"})
    job = Job.objects.get(pk=started.json()["job"])
    assert (started.status_code, job.parameters["draw"]) == (
        202,
        {
            "seed": 7,
            "parts": [
                {"name": "test", "share": None, "number": 1},
                {"name": "train", "share": 1.0, "number": None},
            ],
        },
    )
    another = lead.post(f"{P}query-pages/", {"split": "dev"})
    assert (another.status_code, another.json()["code"]) == (409, "search_running")
    lead.post(f"/api/v1/jobs/{job.pk}/cancel/")
    both = lead.post(f"{P}query-pages/", {"draw": draw, "split": "dev"})
    assert (both.status_code, both.json()["code"]) == (400, "split_and_draw")

    def send(content: bytes, **more: str) -> Any:
        form = {"file": SimpleUploadedFile("results.jsonl", content), **more}
        return lead.post(f"{P}query-pages/results/", form, format="multipart")

    results = send(b'{"query": "who", "results": []}', draw=json.dumps(draw))
    job = Job.objects.get(pk=results.json()["job"])
    assert Path(job.parameters["results"]).read_bytes() == b'{"query": "who", "results": []}'
    assert job.parameters["draw"]["seed"] == 7
    lead.post(f"/api/v1/jobs/{job.pk}/cancel/")
    wrong = send(b'{"query": "who"}').json()["job"]
    run_job(job_id=wrong)
    (problem,) = lead.get(f"/api/v1/jobs/{wrong}/problems/").json()["results"]
    assert problem == {
        "file": "results.jsonl",
        "line": 1,
        "field": "results",
        "problem": "the field is missing.",
        "fix": "Add it as a list.",
    }
    assert send(b"", draw='{"seed": -1, "parts": []}').status_code == 400


@pytest.mark.parametrize(
    "draw",
    ["[" * 1000, '{"seed": 1, "seed": 2, "parts": [{"name": "dev", "share": 1}]}'],
    ids=["nested deeper than Python reads", "a key twice"],
)
def test_a_draw_written_into_a_form_is_checked_like_a_body_of_json(
    project: Project, draw: str
) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    form = {"file": SimpleUploadedFile("results.jsonl", b"{}"), "draw": draw}
    answer = lead.post(f"{P}query-pages/results/", form, format="multipart")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["draw"])


@pytest.mark.usefixtures("hand_tags")
def test_a_log_from_the_browser_merges_duplicates_and_asks_about_personal_data(
    project: Project,
) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    asked, personal = text_of(TABLE_1["2"]), text_of(OTHERS[1])
    shuffled = f"In the 1800s: {asked.removesuffix(' in the 1800s').upper()}?"
    log = f"query,count\n{asked},3\n{shuffled},2\n{personal},1\ncall 555-123-4567,9\n"
    form = {"format": "queries", "file": SimpleUploadedFile("log.csv", log.encode())}
    started = lead.post(f"{P}imports/", form, format="multipart")
    run_job(job_id=started.json()["job"])

    def listed(step: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = lead.get(f"{P}queries/", {"step": step}).json()["results"]
        return found

    assert [(each["text"], each["count"], each["other_wordings"]) for each in listed("kept")] == [
        (asked, 5, [shuffled])
    ]
    # Whatever dropped a query, a lead who keeps it sees what it has.
    assert [each["flags"] for each in listed("short")] == [["a number like a phone's"]]
    (waiting,) = listed("flagged")
    assert (waiting["text"], waiting["reason"]) == (
        personal,
        "It has a street address, a number like a phone's and a name beside it: a lead decides.",
    )
    lead.post(f"{P}queries/{waiting['id']}/decision/", {"keep": False})
    steps = lead.get(f"{P}query-funnel/").json()["steps"]
    assert {each["step"]: each["queries"] for each in steps if each["queries"]} == {
        "short": 1,
        "refused": 1,
        "kept": 1,
    }


@pytest.mark.usefixtures("hand_tags")
def test_the_sample_file_ends_at_different_steps(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    sample = ROOT / "frontend" / "public" / "sample-queries.csv"
    form = {"format": "queries", "file": SimpleUploadedFile(sample.name, sample.read_bytes())}
    run_job(job_id=lead.post(f"{P}imports/", form, format="multipart").json()["job"])
    assert dict(Query.objects.values_list("text", "users")) == {
        "who wrote the first opera about the river orle": 3,
        "when did the old ferry on the river orle stop": 2,
        "where does the orle rise, and which towns does it pass": 2,
        "how to tie a boat to a wooden post safely": 2,
        "weather tomorrow": 1,
    }
