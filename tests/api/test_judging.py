"""Judging alone and meeting, as the browser does it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.quality.judgments.models import JudgmentRound, Target
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project, make_user
from tests.factories.judgments import (
    WHOLE,
    YES,
    close_all,
    make_annotations,
    make_round,
    meet,
    seats_of,
    vote_all,
)

pytestmark = pytest.mark.django_db
NO_VERDICT = {"verdict": None, "justification": "", "context_opened": False}


@pytest.fixture
def project() -> Project:
    return make_project(overlap=2)


def address(round_: JudgmentRound, rest: str = "") -> str:
    return f"/api/v1/judgment-rounds/{round_.pk}/{rest}"


def expert(round_: JudgmentRound, number: int = 1) -> Any:
    """A client of the round's expert of this number."""
    return client_of(seats_of(round_)[number - 1].user)


def put(client: Any, where: str, **body: Any) -> Any:
    return client.put(where, body, format="json")


def lead_of(project: Project) -> Any:
    return client_of(make_member(project, "lead", Role.LEAD).user)


def test_an_expert_sees_question_and_passage_and_neither_annotator_nor_page(
    project: Project,
) -> None:
    round_ = make_round(project, answers=2)
    body = expert(round_).get(address(round_, "answers/1/")).json()
    assert body.pop("question")["text"].startswith("what is a plumb bob used for")
    assert body == {
        "number": 1,
        "count": 2,
        "target": "long",
        "passage_url": address(round_, "answers/1/passage/"),
        "short_answers": [],
        "yes_no_answer": "NONE",
        "judgment": None,
    }


def test_the_passage_is_a_document_under_the_page_s_policy_with_nothing_of_the_page(
    project: Project,
) -> None:
    round_ = make_round(project, target=Target.SHORT)
    client, where = expert(round_), address(round_, "answers/0/passage/")
    shown = client.get(where)
    document = shown.content.decode()
    assert '<mark data-answer="0"><span data-t="15">a</span></mark>' in document
    assert "Masons" not in document
    assert shown["Content-Security-Policy"].endswith("sandbox allow-same-origin")
    assert shown["Content-Type"] == "text/html; charset=utf-8"
    assert client.get(where, headers={"If-None-Match": shown["ETag"]}).status_code == 304
    long = make_round(project, annotations=list(make_annotations(project, 1)))
    assert b"<mark" not in expert(long).get(address(long, "answers/0/passage/")).content


def test_short_answers_come_with_their_words_and_yes_with_none(project: Project) -> None:
    annotations = make_annotations(project, 1) + make_annotations(project, 1, YES)
    round_ = make_round(project, annotations=annotations, target=Target.SHORT)
    bodies = [expert(round_).get(address(round_, f"answers/{each}/")).json() for each in (0, 1)]
    assert [(body["short_answers"], body["yes_no_answer"]) for body in bodies] == [
        (["a"], "NONE"),
        ([], "YES"),
    ]


def test_a_verdict_is_saved_changed_and_listed_as_one_s_own(project: Project) -> None:
    round_ = make_round(project, answers=2)
    client, where = expert(round_), address(round_, "answers/0/judgment/")
    begun = put(client, where, verdict=None, justification="since", version=0)
    assert begun.status_code == 200
    answer = put(client, where, verdict="C_d", justification="since then", version=1)
    assert {**answer.json(), "decided_at": None} == {
        "verdict": "C_d",
        "justification": "since then",
        "context_opened": False,
        "decided_at": None,
        "version": 2,
    }
    rows = client.get(address(round_, "answers/")).json()["results"]
    assert [(row["number"], row["judgment"]) for row in rows] == [(0, answer.json()), (1, None)]
    left = client.get(address(round_, "answers/?open=true")).json()["results"]
    assert [row["number"] for row in left] == [1]


def test_a_verdict_that_another_tab_overtook_is_refused_with_the_one_that_stands(
    project: Project,
) -> None:
    round_ = make_round(project)
    client, where = expert(round_), address(round_, "answers/0/judgment/")
    stands = put(client, where, verdict="C", version=0).json()
    answer = put(client, where, verdict="W", version=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_judgment")
    assert answer.json()["judgment"] == stands


def test_a_verdict_of_another_name_is_refused_by_its_field(project: Project) -> None:
    round_ = make_round(project)
    where = address(round_, "answers/0/judgment/")
    for body in ({"verdict": "D", "version": 0}, {"verdict": "C", "version": "0"}):
        answer = put(expert(round_), where, **body)
        assert answer.status_code == 400
        assert list(answer.json()["fields"]) == ["verdict" if body["verdict"] == "D" else "version"]


def test_the_page_is_there_once_its_use_is_on_record(project: Project) -> None:
    round_ = make_round(project, target=Target.SHORT)
    client, page = expert(round_), address(round_, "answers/0/page/")
    assert client.get(page).status_code == 404
    context = client.post(address(round_, "answers/0/context/")).json()
    assert context["candidate_index"] == WHOLE["long_answer"]["candidate_index"]
    assert context["short_answers"] == WHOLE["short_answers"]
    assert context["page"]["html_url"] == page
    assert context["page"]["title"] == "Plumb bob"
    assert len(context["page"]["candidates"]) > 1
    assert b"Masons" in client.get(page).content
    body = client.get(address(round_, "answers/0/")).json()
    assert {name: body["judgment"][name] for name in NO_VERDICT} == {
        **NO_VERDICT,
        "context_opened": True,
    }
    assert expert(round_, 2).get(page).status_code == 404


def test_the_meeting_begins_with_the_last_close_and_shows_all_first_votes(
    project: Project,
) -> None:
    round_ = make_round(project, answers=2)
    vote_all(round_, [("C", "W"), ("C_d", "C_d")])
    early = expert(round_).get(address(round_, "meeting/"))
    assert (early.status_code, early.json()["code"]) == (409, "phase_open")
    close_all(round_)
    shown = expert(round_, 2).post(address(round_, "meeting/show/"), {"number": 0}, format="json")
    assert shown.status_code == 200
    body = expert(round_).get(address(round_, "meeting/")).json()
    rows = [(row["verdicts"], row["agreed"], row["consensus"]) for row in body["answers"]]
    assert rows == [(["C", "W"], False, None), (["C_d", "C_d"], True, "C_d")]
    assert (body["agreed"], body["on_screen"], body["phase"]) == (1, 0, "consensus")
    assert (body["shown_by"], body["shown_by_you"]) == ("Expert 2", False)
    assert body["answer"]["verdicts"] == [
        {
            "expert": number,
            "name": f"Expert {number}",
            "verdict": verdict,
            "justification": f"{verdict} of {number} on 0",
            "context_opened": False,
        }
        for number, verdict in ((1, "C"), (2, "W"))
    ]
    assert body["experts"] == [
        {"number": 1, "name": "Expert 1", "is_you": True, "in_meeting": True},
        {"number": 2, "name": "Expert 2", "is_you": False, "in_meeting": False},
    ]


def test_the_meeting_has_no_news_until_something_happens(project: Project) -> None:
    round_ = meet(make_round(project, answers=1), [("C", "W")])
    first, second = expert(round_), expert(round_, 2)
    second.get(address(round_, "meeting/"))
    seen = first.get(address(round_, "meeting/")).json()["revision"]
    assert first.get(address(round_, f"meeting/?since={seen}")).status_code == 204
    second.post(address(round_, "meeting/show/"), {"number": 0}, format="json")
    news = first.get(address(round_, f"meeting/?since={seen}"))
    assert (news.status_code, news.json()["revision"]) == (200, seen + 1)
    assert first.get(address(round_, "meeting/?since=x")).status_code == 400


def test_notes_are_kept_once_each_and_named_as_the_reader_may_know_the_writer(
    project: Project,
) -> None:
    round_ = meet(make_round(project, answers=1), [("C", "W")])
    lead, first = lead_of(project), expert(round_)
    first.post(address(round_, "meeting/show/"), {"number": 0}, format="json")
    where, key = address(round_, "answers/0/notes/"), {"Idempotency-Key": "k"}
    sent = [first.post(where, {"text": "It says so."}, headers=key, format="json") for _ in "ab"]
    assert [answer.status_code for answer in sent] == [201, 200]
    assert sent[0].json() == sent[1].json()
    lead.post(where, {"text": "Where?"}, headers=key, format="json")
    names = {}
    for name, client in {"first": first, "second": expert(round_, 2), "lead": lead}.items():
        notes = client.get(address(round_, "meeting/")).json()["answer"]["notes"]
        names[name] = [(note["author"], note["is_you"]) for note in notes]
    assert names == {
        "first": [("Expert 1", True), ("Lead", False)],
        "second": [("Expert 1", False), ("Lead", False)],
        "lead": [("expert-1", False), ("lead", True)],
    }
    keyless = first.post(where, {"text": "x"}, format="json")
    assert (keyless.status_code, list(keyless.json()["fields"])) == (400, ["Idempotency-Key"])


def test_of_two_who_decide_at_once_the_second_gets_the_meeting_as_it_is(project: Project) -> None:
    round_ = meet(make_round(project, answers=1), [("C", "W")])
    where = address(round_, "answers/0/consensus/")
    expert(round_).post(address(round_, "meeting/show/"), {"number": 0}, format="json")
    decided = put(expert(round_), where, verdict="C_d", justification="both", version=0)
    consensus = decided.json()["answer"]["consensus"]
    assert (consensus["verdict"], consensus["version"]) == ("C_d", 1)
    answer = put(expert(round_, 2), where, verdict="W", version=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_consensus")
    assert answer.json()["meeting"]["answer"]["consensus"] == consensus


def test_a_round_is_finished_once_every_answer_has_a_consensus(project: Project) -> None:
    round_ = meet(make_round(project, answers=2), [("C", "W"), ("C", "C")])
    client, where = expert(round_), address(round_, "finish/")
    missing = client.post(where)
    assert (missing.status_code, missing.json()["missing"]) == (409, [0])
    decide = address(round_, "answers/0/consensus/")
    bare = put(client, decide, verdict="W", version=0)
    assert (bare.status_code, bare.json()["code"]) == (400, "justification_needed")
    put(client, decide, verdict="W", justification="Too far.", version=0)
    assert client.post(where).json()["phase"] == "finished"
    late = put(client, decide, verdict="C", version=1)
    assert (late.status_code, late.json()["code"]) == (409, "round_finished")
    assert client.get(address(round_, "meeting/")).json()["phase"] == "finished"


def test_who_does_not_sit_in_a_round_does_not_find_it(project: Project) -> None:
    round_ = make_round(project)
    others = [make_member(project, "idle", Role.EXPERT).user, make_user("stranger")]
    for rest in ("", "answers/", "answers/0/", "answers/0/passage/", "meeting/"):
        codes = {client_of(user).get(address(round_, rest)).status_code for user in others}
        assert codes == {404}
    assert expert(round_).get(address(round_, "answers/2/")).status_code == 404


@pytest.mark.parametrize("rest", ["answers/", "meeting/"])
def test_what_is_read_takes_as_many_queries_for_three_answers_as_for_one(
    project: Project, rest: str
) -> None:
    counts = []
    for answers in (1, 3):
        round_ = meet(make_round(project, answers=answers), [("C", "W")] * answers)
        client = expert(round_)
        client.get(address(round_, rest))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address(round_, rest)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
