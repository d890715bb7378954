"""Suggestions over HTTP: a lead chooses them, annotators see them or not, and both are kept."""

import csv
import io
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.suggestions.models import Suggestion, SuggestionUse
from annotator.quality.judgments.sampling import population_of
from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.suggestions import PARAGRAPH, SHORT, TABLE, keep_system, make_plan, predicted

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/projects/project/suggestions/"
NEXT = "/api/v1/projects/project/assignments/next/"
GOOD = {"version": 0, "question_quality": "good", "stage": "long_answer"}


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 2)
    return project


def answer(box: int | None, *spans: tuple[int, int]) -> dict[str, Any]:
    return {
        "question_quality": "good",
        "long_answer": None if box is None else {"candidate_index": box},
        "short_answers": [{"start_token": start, "end_token": end} for start, end in spans],
        "yes_no_answer": "NONE",
    }


def open_next(client: APIClient) -> dict[str, Any]:
    """The next assignment with its page."""
    claimed = client.post(NEXT).json()
    assert claimed["page"] is None
    shown = client.put(f"/api/v1/assignments/{claimed['id']}/draft/", GOOD)
    assert shown.status_code == 200, shown.content
    body: dict[str, Any] = shown.json()
    return body


def test_a_lead_chooses_a_system_changes_and_ends_it(project: Project) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    score = keep_system(project, [predicted(each) for each in project.examples.all()])
    off = lead.get(ADDRESS).json()
    assert off == {
        "mode": "off",
        **dict.fromkeys(("system_name", "share", "boxes", "seed", "job")),
        "is_ready": False,
        "examples": 2,
        "systems": [{"id": score.system_id, "name": "Reader"}],
    }
    chosen = lead.put(ADDRESS, {"mode": "rank", "system": score.system_id, "share": 0.25})
    assert chosen.status_code == 200, chosen.content
    body = chosen.json()
    assert (body["mode"], body["system_name"], body["share"]) == ("rank", "Reader", 0.25)
    assert (body["boxes"], body["is_ready"], body["job"] is None) == (3, False, False)
    assert lead.put(ADDRESS, {"mode": "off"}).json() == off


def test_long_form_projects_have_none() -> None:
    lead = client_of(make_member(make_asqa_project("project"), "lena", Role.LEAD).user)
    response = lead.put(ADDRESS, {"mode": "rank", "system": 1})
    assert (response.status_code, response.json()["code"]) == (409, "no_suggestions")


def test_the_page_comes_with_the_suggestion_and_never_before_it(project: Project) -> None:
    examples = list(project.examples.all())
    make_plan(project, keep_system(project, [predicted(each, short=[SHORT]) for each in examples]))
    anna = client_of(make_member(project, "anna").user)
    shown = open_next(anna)
    assert shown["page"]["suggestion"] == {
        "mode": "propose",
        "boxes": [PARAGRAPH],
        "short_answers": [{"start_token": SHORT[0], "end_token": SHORT[1]}],
        "yes_no_answer": "NONE",
    }
    assert "Reader" not in str(shown)
    again = anna.get(f"/api/v1/assignments/{shown['id']}/").json()
    assert again["page"]["suggestion"] == shown["page"]["suggestion"]


def test_the_other_arm_sees_nothing_of_it(project: Project) -> None:
    make_plan(
        project, keep_system(project, [predicted(each) for each in project.examples.all()]), share=0
    )
    shown = open_next(client_of(make_member(project, "anna").user))
    assert "suggestion" not in shown["page"]
    assert not Suggestion.objects.get().is_shown


@pytest.mark.parametrize(
    ("share", "given", "use", "box"),
    [(1, answer(PARAGRAPH, SHORT), "taken", 1), (0, answer(TABLE), "ignored", None)],
)
def test_what_was_done_with_it_is_kept_with_the_annotation(
    project: Project, given: dict[str, Any], use: str, box: int | None, share: float
) -> None:
    predictions = [predicted(each, short=[SHORT]) for each in project.examples.all()]
    make_plan(project, keep_system(project, predictions), share=share)
    anna = client_of(make_member(project, "anna").user)
    shown = open_next(anna)
    address = f"/api/v1/assignments/{shown['id']}/submit/?next=1"
    key = {"HTTP_IDEMPOTENCY_KEY": "once"}
    submitted = anna.post(address, given, **key)
    assert submitted.status_code == 201, submitted.content
    assert anna.post(address, given, **key).status_code == 200
    kept = SuggestionUse.objects.get()
    assert (kept.use, kept.box, kept.suggestion.is_shown) == (use, box, share == 1)
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    content = b"".join(lead.get(f"{ADDRESS}export/").streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    [row] = csv.DictReader(io.StringIO(content))
    assert (row["system"], row["shown"], row["use"], row["boxes"]) == (
        "Reader",
        str(share),
        use,
        str(PARAGRAPH),
    )
    assert row["annotator"] not in ("", "anna")


def test_the_file_of_uses_can_be_limited_to_splits(project: Project) -> None:
    first, second = project.examples.order_by("rank")
    predictions = [predicted(each) for each in (first, second)]
    make_plan(project, keep_system(project, predictions), share=1)
    anna = client_of(make_member(project, "anna").user)
    for _ in range(2):
        shown = open_next(anna)
        sent = anna.post(f"/api/v1/assignments/{shown['id']}/submit/", answer(TABLE))
        assert sent.status_code == 201
    for example, split in ((first, "dev"), (second, "test")):
        type(example).objects.filter(pk=example.pk).update(split=split)
    lead = client_of(make_member(project, "lena", Role.LEAD).user)

    def ids_of(query: str) -> list[str]:
        response = lead.get(f"{ADDRESS}export/{query}")
        content = b"".join(response.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
        return [row["example_id"] for row in csv.DictReader(io.StringIO(content))]

    assert ids_of("?split=test") == [str(second.example_id)]
    project.refresh_from_db()
    steward = make_member(project, "seb", Role.LEAD).user
    hide_split(project=project, split="test", steward=steward, at=AT)
    assert lead.get(f"{ADDRESS}export/?split=test").status_code == 403
    assert ids_of("") == [str(first.example_id)]
    lead = client_of(steward)
    assert ids_of("?split=test") == [str(second.example_id)]
    assert len(ids_of("?split=test&split=dev")) == 2
    unknown = lead.get(f"{ADDRESS}export/?split=no")
    assert unknown.json()["fields"] == {"split": "The project has no split named no. It has dev."}


def test_an_answer_without_a_draw_is_kept_without_a_use(project: Project) -> None:
    make_plan(project, keep_system(project, [predicted(each) for each in project.examples.all()]))
    anna = client_of(make_member(project, "anna").user)
    claimed = anna.post(NEXT).json()
    bad = {**answer(None), "question_quality": "bad"}
    assert anna.post(f"/api/v1/assignments/{claimed['id']}/submit/", bad).status_code == 201
    assert not SuggestionUse.objects.exists()
    assert not Event.objects.filter(subject="suggestion").exists()


@pytest.mark.parametrize(("share", "judged"), [(0, 1), (1, 0)])
def test_experts_judge_no_answer_of_somebody_who_saw_a_suggestion(
    project: Project, share: float, judged: int
) -> None:
    predictions = [predicted(each) for each in project.examples.all()]
    make_plan(project, keep_system(project, predictions), share=share)
    anna = client_of(make_member(project, "anna").user)
    shown = open_next(anna)
    assert anna.post(f"/api/v1/assignments/{shown['id']}/submit/", answer(TABLE)).status_code == 201
    assert population_of(project=project, target="long").count() == judged
