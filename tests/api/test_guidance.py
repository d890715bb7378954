"""Questions, FAQ, feedback and pictures over HTTP: who reads what of them, and in what words."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.guidance.feedback import Span, give_feedback
from annotator.collecting.guidance.models import FaqEntry, Feedback, QuestionThread
from annotator.collecting.guidance.threads import park_with_question
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.services import write_guideline
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.guidance import LONG_FORM, annotate, ask, claim, picture, publish

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/asqa/"


@pytest.fixture
def project() -> Project:
    made = make_asqa_project()
    make_ambiguous_examples(made, 4)
    return made


@pytest.fixture
def ada(project: Project) -> User:
    return make_member(project, "ada").user


def test_a_question_goes_from_parking_to_an_answer_and_back(
    project: Project, ada: User, lena: User
) -> None:
    assignment = claim(project, ada, timezone.now())
    save_draft(assignment=assignment, version=0, answer=LONG_FORM, at=timezone.now())
    annotator, lead = client_of(ada), client_of(lena)
    answer = annotator.post(
        f"/api/v1/assignments/{assignment.pk}/park/", {"question": "Which?"}, format="json"
    )
    assert (answer.status_code, answer.json()["state"]) == (200, "parked")
    assert lead.get(f"{P}news/").json()["questions_waiting"] == 1
    (row,) = lead.get(f"{P}questions/", {"state": "waiting"}).json()["results"]
    assert (row["asker"], row["assignment"], row["state"]) == ("ada", None, "waiting")
    detail = lead.get(f"{P}questions/{row['id']}/").json()
    assert detail["draft"]["long_form_answer"] == LONG_FORM["long_form_answer"]
    assert [each["question"] for each in detail["disambiguations"]] == [
        "Who uses a plumb bob to build walls?",
        "Who uses a plumb bob to centre tripods?",
    ]
    lead.post(f"{P}questions/{row['id']}/messages/", {"text": "The first."}, format="json")

    (own,) = annotator.get(f"{P}questions/").json()["results"]
    assert (own["asker"], own["assignment"], own["state"]) == (None, assignment.pk, "answered")
    assert [(each["author"], each["name"], each["text"]) for each in own["messages"]] == [
        ("you", None, "Which?"),
        ("lead", None, "The first."),
    ]
    assert annotator.get(f"{P}questions/{row['id']}/").json()["draft"] is None
    assert annotator.get(f"{P}news/").json()["questions_answered"] == 1
    (listed,) = annotator.get(f"{P}assignments/").json()["results"]
    assert listed["asked"] == {"id": row["id"], "state": "answered"}
    assert annotator.post(f"/api/v1/assignments/{assignment.pk}/resume/").status_code == 200
    assert annotator.get(f"{P}news/").json()["questions_answered"] == 0


def test_a_lead_gets_where_the_knowledge_of_a_draft_is_on_its_page(
    project: Project, ada: User, lena: User
) -> None:
    assignment = claim(project, ada)
    page = assignment.example.visited_pages.get(number=0).page
    assert page
    nowhere = {"page": None, "start_token": None, "end_token": None}
    knowledge = [
        {
            "content": "A plumb bob",
            "page_title": page.title,
            "page": page.pk,
            "start_token": 0,
            "end_token": 3,
        },
        {"content": "From a book.", "page_title": None, **nowhere},
    ]
    save_draft(assignment=assignment, version=0, answer=LONG_FORM | {"knowledge": knowledge}, at=AT)
    thread = park_with_question(assignment=assignment, question="?", note="", at=AT, actor=ada)
    shown = client_of(lena).get(f"{P}questions/{thread.pk}/").json()
    assert shown["draft"]["knowledge"] == knowledge


def test_what_a_lead_sends_again_with_its_key_is_there_once(
    project: Project, ada: User, lena: User
) -> None:
    thread, lead = ask(project, ada), client_of(lena)
    annotation = annotate(project, ada)
    calls: dict[str, dict[str, Any]] = {
        f"{P}questions/{thread.pk}/messages/": {"text": "Yes."},
        f"{P}annotations/{annotation.pk}/feedback/": {
            "criterion": "other",
            "text": "x",
        },
        f"{P}faq/": {"title": "t", "question": "", "answer": "a"},
    }
    for address, body in calls.items():
        sent = [
            lead.post(address, body, format="json", headers={"Idempotency-Key": "a"})
            for _ in range(2)
        ]
        assert [each.status_code for each in sent] == [201, 201]
    found = (thread.messages.count(), Feedback.objects.count(), FaqEntry.objects.count())
    assert found == (2, 1, 1)


def test_parking_without_a_question_opens_no_thread(project: Project, ada: User) -> None:
    assignment = claim(project, ada, timezone.now())
    address = f"/api/v1/assignments/{assignment.pk}/park/"
    body = {"note": "later", "question": "  "}
    assert client_of(ada).post(address, body, format="json").json()["note"] == "later"
    assert not QuestionThread.objects.exists()


def test_an_nq_draft_is_told_in_the_words_of_its_page() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    ada, lena = make_member(project, "ada").user, make_member(project, "lena", Role.LEAD).user
    assert example.page
    assignment = claim(project, ada)
    draft = {"question_quality": "good", "long_answer": {"candidate_index": 0}}
    save_draft(assignment=assignment, version=0, answer=draft, at=AT)
    client_of(ada).post(
        f"/api/v1/assignments/{assignment.pk}/park/", {"question": "?"}, format="json"
    )
    thread = QuestionThread.objects.get()
    shown = client_of(lena).get(f"/api/v1/projects/project/questions/{thread.pk}/").json()
    assert shown["draft"]["long_answer"] == (
        "A plumb bob is a weight hung from a string . It is used to find a vertical line ."
    )
    assert (shown["page_title"], shown["disambiguations"]) == ("Plumb bob", [])


def test_lists_ask_the_database_as_often_for_three_as_for_one(
    project: Project, ada: User, lena: User
) -> None:
    def counted(client: APIClient, address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    lead, addresses = client_of(lena), [f"{P}questions/", f"{P}faq/", f"{P}feedback/"]

    def one_more() -> None:
        ask(project, ada)
        publish(project, lena)
        give_feedback(
            annotation=annotate(project, ada), criterion="other", text="x", at=AT, actor=lena
        )

    one_more()
    counted(lead, f"{P}faq/")
    before = [counted(lead, address) for address in addresses]
    make_ambiguous_examples(project, 4)
    one_more()
    one_more()
    assert [counted(lead, address) for address in addresses] == before


def test_a_feedback_span_is_kept_with_its_words_and_acknowledged(
    project: Project, ada: User, lena: User
) -> None:
    annotation = annotate(project, ada)
    lead, annotator = client_of(lena), client_of(ada)
    address = f"{P}annotations/{annotation.pk}/feedback/"
    body = {"criterion": "fluency", "text": "Stiff.", "start": 2, "end": 11}
    given = lead.post(address, body, format="json")
    assert (given.status_code, given.json()["quote"]) == (201, "plumb bob")
    assert lead.post(address, {**body, "end": None}, format="json").status_code == 400
    (own,) = annotator.get(f"{P}feedback/").json()["results"]
    assert (own["author"], own["annotator"], own["recurs"]) == (None, None, None)
    own_address = f"{P}feedback/{own['id']}/"
    acknowledged = annotator.post(f"{own_address}acknowledge/").json()["acknowledged_at"]
    assert acknowledged is not None
    assert lead.delete(own_address).status_code == 409
    assert lead.get(f"{P}feedback/", {"state": "new"}).json()["count"] == 0
    (summary,) = lead.get(f"{P}feedback/summary/").json()["results"]
    assert summary["annotator"] == "ada"
    assert [(row["criterion"], row["given"]) for row in summary["criteria"]] == [("fluency", 1)]


def test_feedback_on_natural_questions_takes_tokens_of_the_page(lena: User) -> None:
    nq = make_project("nq")
    make_examples(nq, 1)
    make_member(nq, "lena", Role.LEAD)
    annotation = annotate(nq, make_member(nq, "ada").user)
    lead = client_of(lena)
    address = f"/api/v1/projects/nq/annotations/{annotation.pk}/feedback/"
    body = {"criterion": "long_answer", "text": "This one.", "start_token": 1, "end_token": 6}
    given = lead.post(address, body)
    check_conformance(given, method="post", path="projects/{slug}/annotations/{id}/feedback/")
    row = given.json()
    assert (row["start"], row["start_token"], row["end_token"]) == (None, 1, 6)
    assert (row["start_byte"] < row["end_byte"], row["quote"] != "") == (True, True)
    for wrong in ({"end_token": None}, {"start": 0, "end": 1}):
        assert lead.post(address, body | wrong).status_code == 400


def test_filters_narrow_feedback_and_others_than_leads_get_their_own_whatever_they_ask(
    project: Project, ada: User, lena: User
) -> None:
    bob = make_member(project, "bob").user
    first = give_feedback(
        annotation=annotate(project, ada), criterion="fluency", text="x", at=AT, actor=lena
    )
    first.acknowledged_at = AT
    first.save()
    later = annotate(project, ada, AT + timedelta(hours=1))
    again = give_feedback(
        annotation=later, criterion="fluency", text="x", at=AT, actor=lena, span=Span(0, 1)
    )
    bobs = give_feedback(
        annotation=annotate(project, bob), criterion="other", text="x", at=AT, actor=lena
    )

    def found(user: User, **filters: object) -> list[int]:
        rows = client_of(user).get(f"{P}feedback/", filters).json()["results"]
        return [row["id"] for row in rows]

    assert found(lena) == [bobs.pk, again.pk, first.pk]
    assert found(lena, state="recurring") == [again.pk]
    assert found(lena, state="acknowledged") == [first.pk]
    assert found(lena, annotator="bob") == [bobs.pk]
    assert found(lena, criterion="fluency", state="new") == [again.pk]
    assert found(lena, annotation=later.pk) == [again.pk]
    assert found(bob, annotator="ada", state="recurring") == [bobs.pk]


def test_the_faq_is_found_by_its_words_and_new_until_it_was_looked_at(
    project: Project, ada: User, lena: User
) -> None:
    entry, annotator = publish(project, lena, at=timezone.now()), client_of(ada)
    (row,) = annotator.get(f"{P}faq/", {"search": "seasons"}).json()["results"]
    assert (row["number"], row["is_new"], row["thread"]) == (entry.number, True, None)
    assert row["html"] == "<p>Yes: any of the <strong>listed</strong> wordings counts.</p>\n"
    assert annotator.get(f"{P}faq/", {"search": "winter"}).json()["count"] == 0
    annotator.post(f"{P}faq/seen/")
    assert annotator.get(f"{P}faq/{entry.number}/").json()["is_new"] is False
    lead = client_of(lena)
    assert lead.delete(f"{P}faq/{entry.number}/").json()["withdrawn_at"] is not None
    assert annotator.get(f"{P}faq/{entry.number}/").status_code == 404
    assert annotator.get(f"{P}faq/99999999999999999999/").status_code == 404
    body = {"title": "New", "answer": "No."}
    assert lead.put(f"{P}faq/{entry.number}/", body, format="json").json()["version"] == 2
    assert [
        version["title"]
        for version in lead.get(f"{P}faq/{entry.number}/versions/").json()["versions"]
    ] == ["New", "Short answers in other words"]


def test_pictures_are_for_members_and_run_nothing(project: Project, ada: User, lena: User) -> None:
    lead, stranger = client_of(lena), client_of(make_member(make_project(), "bob").user)
    file = SimpleUploadedFile("A Map.png", picture())
    given = lead.post(f"{P}guidelines/pictures/", {"file": file}, format="multipart").json()
    assert (given["name"], given["markdown"]) == ("a-map.png", "![a map](pictures/a-map.png)")
    shown = client_of(ada).get(given["url"])
    assert shown.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert {name: shown[name] for name in ("Content-Type", "X-Content-Type-Options")} == {
        "Content-Type": "image/png",
        "X-Content-Type-Options": "nosniff",
    }
    assert "sandbox" in shown["Content-Security-Policy"]
    assert client_of(ada).get(given["url"], headers={"if-none-match": shown["ETag"]}).content == b""
    assert stranger.get(given["url"]).status_code == 404
    bad = SimpleUploadedFile("x.png", b"<svg onload='alert(1)'/>")
    refused = lead.post(f"{P}guidelines/pictures/", {"file": bad}, format="multipart")
    assert (refused.status_code, set(refused.json()["fields"])) == (400, {"file"})


def test_guidelines_show_their_pictures_and_tell_broken_links(
    project: Project, ada: User, lena: User
) -> None:
    markdown = "![map](pictures/map.png) [why](faq:3)"
    write_guideline(project=project, markdown=markdown, at=AT, actor=lena)
    html = client_of(ada).get(f"{P}guidelines/").json()["html"]
    assert 'src="/api/v1/projects/asqa/guidelines/pictures/map.png"' in html
    body = {"markdown": markdown}
    checked = client_of(lena).post(f"{P}guidelines/links/", body, format="json").json()
    assert [row["target"] for row in checked["broken"]] == ["pictures/map.png", "faq:3"]
