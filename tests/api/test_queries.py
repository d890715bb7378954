"""Queries of logs, their funnel and filters, for leads."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.history.models import Event
from annotator.intake.models import Query
from annotator.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project
from tests.factories.intake import make_query

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"


@pytest.fixture
def project() -> Project:
    return make_project()


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
        "flagged": (0, 0), "refused": (0, 0), "kept": (2, 11),
    }  # fmt: skip
    kept = lead.get(f"{P}queries/", {"step": "kept"}).json()
    assert (kept["count"], funnel["steps"][-1]["samples"]) == (2, kept["results"])
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
    assert lead.patch(f"{P}query-filters/", changes).json() == {**before, **changes}
    refused = lead.patch(f"{P}query-filters/", {"min_words": 0, "heuristics": []})
    assert (refused.status_code, sorted(refused.json()["fields"])) == (
        400,
        ["heuristics", "min_words"],
    )
    assert lead.get(f"{P}query-filters/").json() == {**before, **changes}
