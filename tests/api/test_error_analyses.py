"""Error analyses over HTTP: who sees whose labels, what is printed, what is downloaded."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from annotator.collecting.annotations.revisions import revise_annotation
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.error_analysis import (
    label_all,
    make_analysis,
    make_answers,
    make_long_form_score,
)
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.factories.systems import make_score, make_scored_example

pytestmark = pytest.mark.django_db

ANALYSES = "/api/v1/projects/dev/error-analyses/"
JSON = "application/json"


@pytest.fixture
def project() -> Project:
    project = make_project("dev", overlap=5)
    make_examples(project, 2)
    return project


def browser(project: Project, name: str, role: Role) -> Client:
    client = Client()
    client.force_login(make_member(project, name, role).user)
    return client


def user_of(project: Project, name: str) -> Any:
    return project.memberships.get(user__username=name).user


def address(analysis: ErrorAnalysis, rest: str = "") -> str:
    return f"{ANALYSES}{analysis.pk}/{rest}"


def test_two_labellers_see_their_own_labels_until_both_have_finished(project: Project) -> None:
    ada, bob = (browser(project, name, Role.EXPERT) for name in ("ada", "bob"))
    lead = browser(project, "lena", Role.LEAD)
    people = [user_of(project, name) for name in ("ada", "bob")]
    analysis = make_analysis(make_answers(project, ["wrong"]), people)
    body = {"labels": [1], "note": "secret"}
    assert ada.put(address(analysis, "answers/1/labels/"), body, JSON).status_code == 200
    assert ada.post(address(analysis, "finish/")).json()["finished_at"] is None
    of_bob = bob.get(address(analysis, "answers/1/"))
    assert (of_bob.json()["own"], of_bob.json()["all"]) == (None, None)
    assert "secret" not in of_bob.content.decode()
    assert bob.get(address(analysis)).json()["labellers"][0]["labelled"] is None
    assert bob.get(address(analysis, "results/")).status_code == 409
    assert lead.get(address(analysis, "answers/1/")).status_code == 403
    assert lead.get(address(analysis)).json()["labellers"][0]["labelled"] == 1
    bob.put(address(analysis, "answers/1/labels/"), {"labels": [0]}, JSON)
    bob.post(address(analysis, "finish/"))
    both = bob.get(address(analysis, "answers/1/")).json()["all"]
    assert [(each["labeller"], each["labels"], each["note"]) for each in both] == [
        (1, [1], "secret"),
        (2, [0], ""),
    ]
    results = lead.get(address(analysis, "results/")).json()
    assert [each["share"]["value"] for each in results["labels"]] == [0.5, 0.5, 0, 0, 0]
    assert results["agreement"]["observed"] == 0
    (row,) = lead.get(ANALYSES).json()["results"]
    assert [each["value"] for each in row["shares"]] == [0.5, 0.5, 0, 0, 0]


def test_an_answer_is_printed_beside_the_people_s(project: Project) -> None:
    (annotation,) = annotate_at_once(project, [[LONG, LONG, NULL]])
    example, given = annotation.example, annotation.natural_questions_answer
    score = make_score(project)
    tokens = [None, None, given.long_start_token, given.long_end_token]
    prediction = {"long": tokens, "short": [], "yes_no": "YES"}
    make_scored_example(
        score, example, long_result="right", short_result="wrong", prediction=prediction
    )
    ada = browser(project, "ada", Role.EXPERT)
    analysis = make_analysis(score, [user_of(project, "ada")])
    shown = ada.get(address(analysis, "answers/1/")).json()
    assert shown["question"] == example.question.text
    assert shown["short"] == "YES"
    assert shown["long"]
    assert shown["people_long"] == [
        {"text": shown["long"], "count": 2},
        {"text": None, "count": 1},
    ]
    assert shown["people_short"] == [{"text": None, "count": 3}]
    assert shown["placed"] == {
        "name": "Baseline",
        "has_long_answer": True,
        "candidate_index": given.candidate_index,
        "long_span": None,
        "short_answers": [],
        "yes_no_answer": "YES",
    }
    html = ada.get(shown["page"]["html_url"])
    assert (html.status_code, html["Content-Type"]) == (200, "text/html; charset=utf-8")
    other = browser(project, "bob", Role.EXPERT)
    assert other.get(shown["page"]["html_url"]).status_code == 404


def test_what_people_answer_later_is_shown_in_later_analyses_only(project: Project) -> None:
    (annotation,) = annotate_at_once(project, [[LONG]])
    score = make_score(project)
    prediction = {"long": [None, None, 0, 1], "short": [], "yes_no": "NONE"}
    make_scored_example(score, annotation.example, long_result="wrong", prediction=prediction)
    ada = browser(project, "ada", Role.EXPERT)
    early, older = (make_analysis(score, [user_of(project, "ada")]) for _ in ("early", "older"))
    # As analyses are that were opened before the rule.
    older.answers.update(annotations=None)
    none: dict[str, Any] = {"long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}
    answer = {"question_quality": "good", **none}
    revise_annotation(annotation=annotation, answer=answer, reason="x", at=AT)
    late = make_analysis(score, [user_of(project, "ada")])
    shown = [
        ada.get(address(each, "answers/1/")).json()["people_long"][0]["text"] is None
        for each in (early, older, late)
    ]
    assert shown == [False, True, True]


def test_a_lead_takes_a_labeller_out(project: Project) -> None:
    ada, bob = (browser(project, name, Role.EXPERT) for name in ("ada", "bob"))
    lead = browser(project, "lena", Role.LEAD)
    people = [user_of(project, name) for name in ("ada", "bob")]
    analysis = make_analysis(make_answers(project, ["wrong"]), people)
    assert ada.delete(address(analysis, "labellers/2/")).status_code == 403
    assert lead.delete(address(analysis, "labellers/3/")).status_code == 404
    left = lead.delete(address(analysis, "labellers/2/"))
    assert (left.status_code, len(left.json()["labellers"])) == (200, 1)
    assert [each.get(address(analysis)).status_code for each in (ada, bob)] == [200, 404]
    refused = lead.delete(address(analysis, "labellers/1/"))
    assert (refused.status_code, refused.json()["code"]) == (409, "last_labeller")


def test_a_long_form_answer_is_printed_with_the_readings() -> None:
    project = make_asqa_project("dev", overlap=3)
    (example,) = make_ambiguous_examples(project, 1)
    for number in range(3):
        make_long_form_annotation(example, make_member(project, f"writer {number}").user)
    score = make_long_form_score(
        project, [example], {str(example.example_id): COMPLETE}, split="dev"
    )
    ada = browser(project, "ada", Role.LEAD)
    analysis = make_analysis(score, [user_of(project, "ada")])
    shown = ada.get(address(analysis, "answers/1/")).json()
    assert (shown["long"], shown["page"]) == (COMPLETE, None)
    assert shown["people_long"] == [{"text": COMPLETE, "count": 1}] * 2
    assert shown["placed"] is None
    assert ada.get(address(analysis, "answers/1/page/")).status_code == 404
    assert [each["short_answers"] for each in shown["readings"]] == [
        ["Masons", "bricklayers"],
        ["Surveyors"],
    ]


def test_experts_who_may_compare_the_same_answers_do_not_learn_whose_they_are() -> None:
    project = make_asqa_project("dev", overlap=3)
    (example,) = make_ambiguous_examples(project, 1)
    make_long_form_annotation(example, make_member(project, "writer").user)
    answers = {str(example.example_id): COMPLETE}
    score = make_long_form_score(project, [example], answers, split="dev")
    lead, ada = browser(project, "lena", Role.LEAD), browser(project, "ada", Role.EXPERT)
    analysis = make_analysis(score, [user_of(project, "ada")])
    told = lead.get(address(analysis)).json()
    assert (told["system"], told["system_name"], told["receipt"]) == (
        score.system_id,
        "T5",
        score.receipt,
    )
    label_all(analysis, [[[0]]])
    for place in ("", "answers/", "answers/1/", "results/"):
        shown = ada.get(address(analysis, place))
        assert shown.status_code == 200
        assert not {"T5", score.receipt} & set(re.findall(r"\w+", shown.content.decode()))
    (row,) = ada.get(ANALYSES).json()["results"]
    assert (row["system"], row["system_name"], row["receipt"]) == (None, "", "")


def test_leads_download_the_labels(project: Project) -> None:
    lead = browser(project, "lena", Role.LEAD)
    analysis = make_analysis(make_answers(project, ["wrong"]), [user_of(project, "lena")])
    label_all(analysis, [[[1, 3]]])
    export = lead.get(address(analysis, "export/"))
    assert export["Content-Disposition"] == 'attachment; filename="dev-error-analysis-1.csv"'
    (row,) = csv.DictReader(io.StringIO(export.content.decode("utf-8-sig")))
    assert (row["labels"], row["labeller"]) == ("Hallucination; Repetition", "1")
    found = lead.get(address(analysis, "export/"), {"form": "json"}).json()
    assert (found["seed"], found["size"], found["population_size"]) == (1, 1, 1)
    assert found["answers"][0]["labels"] == ["Hallucination", "Repetition"]


def test_a_hidden_split_is_neither_sampled_nor_shown_to_others_than_its_stewards(
    project: Project,
) -> None:
    lead, keeper = (browser(project, name, Role.LEAD) for name in ("lena", "keeper"))
    members = {each.user.username: each for each in project.memberships.all()}
    members["keeper"].is_steward = True
    members["keeper"].save(update_fields=["is_steward"])
    score = make_answers(project, ["wrong"], split="test")
    before = make_analysis(score, [members["lena"].user])
    project.hidden_split = "test"
    project.save(update_fields=["hidden_split"])
    new = {
        "system": score.system_id,
        "size": 1,
        "seed": 1,
        "labellers": [members["keeper"].pk],
    }
    assert [each.post(ANALYSES, new, JSON).status_code for each in (lead, keeper)] == [404, 201]
    assert [each.get(ANALYSES).json()["count"] for each in (lead, keeper)] == [0, 2]
    assert [each.get(address(before)).status_code for each in (lead, keeper)] == [404, 200]
    choices = [each.get(f"{ANALYSES}choices/").json()["systems"] for each in (lead, keeper)]
    assert [[row["is_hidden"] for row in each] for each in choices] == [[], [True]]


def test_listing_takes_as_many_queries_for_many_analyses(
    project: Project, django_assert_max_num_queries: Any
) -> None:
    lead = browser(project, "lena", Role.LEAD)
    score = make_answers(project, ["wrong", "right"])
    for _ in range(3):
        label_all(make_analysis(score, [user_of(project, "lena")]), [[[1]]])
    lead.get(ANALYSES)
    with django_assert_max_num_queries(10):
        assert lead.get(ANALYSES).json()["count"] == 3
