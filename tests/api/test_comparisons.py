"""Comparison studies over HTTP: what leads and comparers get, and that comparing is blind."""

import json
import re
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.comparisons import kept_results
from annotator.comparisons.comparing import save_comparison_draft
from annotator.comparisons.models import Comparison, ComparisonStudy
from annotator.comparisons.studies import set_scores
from annotator.jobs.services import run_job
from annotator.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import complete, complete_study, make_comparers, make_study
from tests.factories.corpus import AT, make_member
from tests.factories.long_form import make_long_form_annotation

pytestmark = pytest.mark.django_db

SECRET = ("Xqzretriever", "Xqzwriter")
WHOLE = {
    "left_captures": [True, False],
    "right_captures": [False, False],
    "ambiguity": "left",
    "fluency": "tie",
    "overall": "right",
    "comment": "Shorter.",
    "seconds": 30.5,
}
API = "/api/v1/"


@pytest.fixture
def project() -> Project:
    return make_asqa_project()


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lead", Role.LEAD).user


@pytest.fixture
def comparers(project: Project) -> list[User]:
    return make_comparers(project, 2)


@pytest.fixture
def study(project: Project, comparers: list[User], lead: User) -> ComparisonStudy:
    return make_study(project, comparers, questions=4, systems=SECRET, lead=lead)


def _call(client: APIClient, method: str, path: str, body: Any = None, **more: Any) -> Any:
    """The answer, held against the schema."""
    answer = getattr(client, method)(f"{API}{path}", body, **({"format": "json"} | more))
    route = re.sub(r"/\d+/|/asqa/", "/{}/", f"/{path}").removeprefix("/")
    check_conformance(answer, method=method, path=route)
    return answer


def _of(study: ComparisonStudy, user: User) -> Comparison:
    return Comparison.objects.get(comparer__study=study, comparer__user=user, position=0)


# --- Leads -----------------------------------------------------------------------------------


def _form(project: Project, comparers: list[User], **changed: Any) -> dict[str, Any]:
    memberships = project.memberships.filter(user__in=comparers).order_by("pk")
    keys = [str(example.example_id) for example in project.examples.all()]
    answers = {key: f"An answer to {key}." for key in keys}
    form = {
        "title": "Which reads better",
        "seed": 5,
        "question_count": 2,
        "comparers_per_pair": 1,
        "instructions": "Read *twice*.",
        "comparers": [membership.pk for membership in memberships],
        "systems": json.dumps(
            [
                {"name": "Model", "file": "answers-0"},
                {"name": "People", "annotations_of": project.slug, "annotation_number": 0},
            ]
        ),
        "answers-0": SimpleUploadedFile("model.json", json.dumps(answers, indent=1).encode()),
    }
    return form | changed


@pytest.fixture
def questions(project: Project) -> None:
    """Three questions with an annotation each, and one without."""
    for example in make_ambiguous_examples(project, 4)[:3]:
        make_long_form_annotation(example, make_member(project, "annotator").user)


@pytest.mark.usefixtures("questions")
def test_a_lead_opens_a_study_of_a_file_and_of_annotations(
    project: Project, lead: User, comparers: list[User]
) -> None:
    answer = _call(
        client_of(lead),
        "post",
        "projects/asqa/comparison-studies/",
        _form(project, comparers),
        format="multipart",
    )
    assert answer.status_code == 201, answer.json()
    body = answer.json()
    assert body.pop("id") == ComparisonStudy.objects.get().pk
    body.pop("opened_at")
    assert body == {
        "project": "asqa",
        "number": 1,
        "title": "Which reads better",
        "origin": "here",
        "seed": 5,
        "question_count": 2,
        "pair_count": 2,
        "comparers_per_pair": 1,
        "instructions": "Read *twice*.",
        "instructions_html": "<p>Read <em>twice</em>.</p>\n",
        "systems": [{"number": 1, "name": "Model"}, {"number": 2, "name": "People"}],
        "comparers": [
            {"number": 1, "name": "comparer-0", "is_you": False, "done": 0, "total": 1},
            {"number": 2, "name": "comparer-1", "is_you": False, "done": 0, "total": 1},
        ],
        "seat": None,
        "answers_left_out": 0,
        "questions_left_out": 1,
        "finished_at": None,
    }


@pytest.mark.usefixtures("questions")
def test_the_form_knows_who_could_compare_and_what(
    lead: User, comparers: list[User], project: Project
) -> None:
    make_member(make_asqa_project("elsewhere"), "lead", Role.ANNOTATOR)
    body = _call(client_of(lead), "get", "projects/asqa/comparison-studies/sources/").json()
    memberships = project.memberships.filter(user__in=comparers).order_by("pk")
    assert body == {
        "experts": [{"membership": each.pk, "name": each.user.username} for each in memberships],
        "projects": [{"slug": "asqa", "title": "Asqa", "answers_per_question": 1}],
        "questions": 4,
    }


@pytest.mark.usefixtures("questions")
def test_the_form_begins_with_the_projects_own_annotations(lead: User) -> None:
    """Whatever else the lead leads: questions of another project can have the same keys."""
    make_member(make_asqa_project("aaa"), "lead", Role.LEAD)
    body = _call(client_of(lead), "get", "projects/asqa/comparison-studies/sources/").json()
    assert [each["slug"] for each in body["projects"]] == ["asqa", "aaa"]


@pytest.mark.usefixtures("questions")
def test_a_wrong_file_is_refused_with_file_line_and_key(
    project: Project, lead: User, comparers: list[User]
) -> None:
    file = SimpleUploadedFile("t5.json", b'{\n"gone": "x",\n"1": ""\n}')
    form = _form(project, comparers) | {"answers-0": file}
    answer = _call(
        client_of(lead), "post", "projects/asqa/comparison-studies/", form, format="multipart"
    )
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_file"
    assert answer.json()["fields"]["answers-0"].splitlines() == [
        (
            "t5.json:2: gone: the project has no question with this key. Check the key, or import"
            " the question first."
        ),
        "t5.json:3: 1: the text is empty. Give the text.",
    ]
    assert not ComparisonStudy.objects.exists()


@pytest.mark.usefixtures("questions")
@pytest.mark.parametrize(
    ("systems", "field"),
    [
        ("{", "systems"),
        ("{}", "systems"),
        ("[1]", "systems[0]"),
        ('[{"file": "answers-0"}]', "systems[0].name"),
        ('[{"name": "A", "file": "answers-9"}]', "answers-9"),
        ('[{"name": "A", "annotations_of": "elsewhere"}]', "systems[0].annotations_of"),
        ('[{"name": "A", "file": "answers-0"}]', "systems"),
        ("[" * 5000, "systems"),
    ],
)
def test_systems_that_make_no_sense_are_refused_with_their_field(
    project: Project, lead: User, comparers: list[User], systems: str, field: str
) -> None:
    make_asqa_project("elsewhere")
    form = _form(project, comparers, systems=systems)
    answer = _call(
        client_of(lead), "post", "projects/asqa/comparison-studies/", form, format="multipart"
    )
    assert answer.status_code == 400, answer.content
    assert field in answer.json()["fields"]


def test_results_export_scores_and_correlations(study: ComparisonStudy, lead: User) -> None:
    complete_study(study)
    client, path = client_of(lead), f"comparison-studies/{study.pk}/"
    _compute(client, study)
    results = _call(client, "get", f"{path}results/").json()
    first, second = results["systems"]
    assert results["comparisons"] == 4
    why = "An interval takes 40 questions, and there are 4."
    few = {"low": None, "high": None, "no_interval": why}
    assert first == {
        "name": SECRET[0],
        "answers": 4,
        "acc": {"value": 50.0, **few},
        "comp": {"value": 100.0, **few},
        "flue": {"value": 50.0, **few},
        "ho": {"value": 100.0, **few},
        "strength": {"ambiguity": None, "fluency": 0.0, "overall": None},
    }
    assert second["acc"]["value"] == 0.0
    assert results["published"][0] == {
        "name": "JPR@1",
        "acc": 36.1,
        "comp": 44.4,
        "flue": 42.2,
        "ho": 37.8,
    }
    export = _call(client, "get", f"{path}export/")
    assert export["Content-Disposition"] == 'attachment; filename="asqa-comparisons-1.tsv"'
    assert len(export.content.splitlines()) == 5
    scores = {"scores": {name: {"DR": 1.5} for name in SECRET}}
    table = _call(client, "put", f"{path}scores/", scores).json()
    assert table == _call(client, "get", f"{path}correlations/").json()
    assert table["metrics"] == ["DR"]
    assert table["systems"] == [{"name": name, "scores": {"DR": 1.5}} for name in SECRET]
    assert table["rows"][3] == {
        "respect": "ho",
        "values": [
            {
                "metric": "DR",
                "r": None,
                "n": 2,
                "reason": "2 systems have both scores, and a correlation takes three.",
            }
        ],
    }


def _compute(client: APIClient, study: ComparisonStudy) -> str:
    answer = _call(client, "post", f"comparison-studies/{study.pk}/results/")
    assert answer.status_code == 202
    job: str = answer.json()["job"]
    run_job(job_id=UUID(job))
    return job


def test_no_request_computes_results(
    study: ComparisonStudy, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, path = client_of(lead), f"comparison-studies/{study.pk}/"
    refused = _call(client, "post", f"{path}results/")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_compared")
    complete_study(study)
    with monkeypatch.context() as patched:
        patched.setattr(kept_results, "results_of", None)
        patched.setattr(kept_results, "submitted_comparisons", None)
        before = _call(client, "get", f"{path}results/").json()
        assert _call(client, "get", f"{path}correlations/").json()["rows"] == []
        first, second = (_call(client, "post", f"{path}results/").json() for _ in range(2))
        during = _call(client, "get", f"{path}results/").json()
    assert (before["computed"], before["systems"], before["job"]) == (None, [], None)
    assert (before["comparisons"], before["comparisons_now"]) == (0, 4)
    assert first == second
    assert (during["job"]["id"], during["job"]["state"]) == (first["job"], "queued")
    run_job(job_id=UUID(first["job"]))
    after = _call(client, "get", f"{path}results/").json()
    assert (after["comparisons"], after["is_current"]) == (4, True)
    assert after["computed"]["seed"] == study.seed
    assert after["job"]["state"] == "succeeded"


def test_kept_results_say_that_newer_comparisons_are_there(
    study: ComparisonStudy, lead: User
) -> None:
    first, *others = Comparison.objects.filter(pair__study=study).order_by("pk")
    complete(first)
    client, path = client_of(lead), f"comparison-studies/{study.pk}/results/"
    _compute(client, study)
    for comparison in others:
        complete(comparison)
    old = _call(client, "get", path).json()
    assert (old["comparisons"], old["comparisons_now"], old["is_current"]) == (1, 4, False)
    _compute(client, study)
    new = _call(client, "get", path).json()
    assert (new["comparisons"], new["comparisons_now"], new["is_current"]) == (4, 4, True)
    assert new["computed"]["fingerprint"] != old["computed"]["fingerprint"]


def test_an_export_can_be_imported_and_a_wrong_line_refuses_all_of_it(
    study: ComparisonStudy, lead: User
) -> None:
    complete_study(study)
    client = client_of(lead)
    content = _call(client, "get", f"comparison-studies/{study.pk}/export/").content
    path = "projects/asqa/comparison-studies/import/"
    body = {"title": "Theirs", "file": SimpleUploadedFile("t.tsv", content)}
    answer = _call(client, "post", path, body, format="multipart")
    assert answer.status_code == 201
    assert (answer.json()["origin"], answer.json()["pair_count"]) == ("file", 4)
    wrong = content.replace(b"tie", b"", 1)
    body = {"title": "Theirs", "file": SimpleUploadedFile("t.tsv", wrong)}
    answer = _call(client, "post", path, body, format="multipart")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {
        "file": "t.tsv:2: Fluency: the cell is empty. Write left, right or tie."
    }
    assert ComparisonStudy.objects.count() == 2


def test_a_lead_ends_a_study_once(study: ComparisonStudy, lead: User) -> None:
    path = f"comparison-studies/{study.pk}/finish/"
    assert _call(client_of(lead), "post", path).json()["code"] == "nothing_compared"
    complete_study(study)
    assert _call(client_of(lead), "post", path).json()["finished_at"]
    assert _call(client_of(lead), "post", path).json()["code"] == "study_finished"


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_of_studies_takes_a_fixed_number_of_queries(
    project: Project,
    comparers: list[User],
    lead: User,
    number: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(number):
        make_study(project, comparers)
    client = client_of(lead)
    with django_assert_num_queries(8):
        answer = client.get(f"{API}projects/asqa/comparison-studies/")
    assert answer.json()["count"] == number


# --- Comparers -------------------------------------------------------------------------------


def test_a_comparer_works_through_the_pairs(study: ComparisonStudy, comparers: list[User]) -> None:
    client = client_of(comparers[0])
    for position in range(2):
        shown = _call(client, "post", f"comparison-studies/{study.pk}/next/").json()
        assert (shown["position"], shown["total"], shown["version"]) == (position, 2, 0)
        assert [each["short_answers"] for each in shown["disambiguations"]] == [
            ["Masons", "bricklayers"],
            ["Surveyors"],
        ]
        path = f"comparisons/{shown['id']}/"
        draft = {key: WHOLE[key] for key in ("left_captures", "ambiguity")}
        kept = _call(client, "put", f"{path}draft/", {"version": 0, "draft": draft}).json()
        assert kept["draft"] == {
            "left_captures": [True, False],
            "right_captures": [],
            "ambiguity": "left",
            "fluency": None,
            "overall": None,
            "comment": "",
            "seconds": None,
        }
        for status in (201, 200):
            answer = _call(
                client,
                "post",
                f"{path}submit/",
                {**WHOLE, "version": 1},
                headers={"Idempotency-Key": "a"},
            )
            assert answer.status_code == status
        assert answer.json()["answer"] == WHOLE
    assert _call(client, "post", f"comparison-studies/{study.pk}/next/").status_code == 204
    rows = _call(client, "get", f"comparison-studies/{study.pk}/comparisons/").json()["results"]
    assert [bool(row["submitted_at"]) for row in rows] == [True, True]
    own = _call(client, "get", f"comparison-studies/{study.pk}/").json()
    assert (own["seat"], own["comparers"][0]["done"]) == (1, 2)


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"overall": None}, {"overall"}),
        ({"overall": "both"}, {"overall"}),
        ({"left_captures": [True]}, {"left_captures"}),
        ({"left_captures": [True, None]}, {"left_captures[1]"}),
        ({"left_captures": [True, "yes"]}, {"left_captures[1]"}),
        ({"right_captures": [1, 0]}, {"right_captures[0]", "right_captures[1]"}),
    ],
)
def test_an_incomplete_comparison_is_refused_naming_each_field(
    study: ComparisonStudy, comparers: list[User], changed: dict[str, Any], fields: set[str]
) -> None:
    comparison = _of(study, comparers[0])
    path = f"comparisons/{comparison.pk}/submit/"
    answer = _call(client_of(comparers[0]), "post", path, WHOLE | changed)
    assert answer.status_code == 400
    assert set(answer.json()["fields"]) == fields
    comparison.refresh_from_db()
    assert comparison.submitted_at is None


def test_a_stale_draft_is_refused_with_the_current_comparison(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    comparison = _of(study, comparers[0])
    client, path = client_of(comparers[0]), f"comparisons/{comparison.pk}/"
    for draft in ({"fluency": "left"}, {"fluency": "right"}):
        answer = _call(client, "put", f"{path}draft/", {"version": 0, "draft": draft})
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["comparison"]["draft"]["fluency"]) == ("stale_draft", "left")
    assert _call(client, "post", f"{path}submit/", {**WHOLE, "version": 1}).status_code == 201
    answer = _call(client, "put", f"{path}draft/", {"version": 1, "draft": {}})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_submitted")
    assert answer.json()["comparison"]["answer"] == WHOLE


def test_who_is_no_expert_any_more_compares_no_more(
    project: Project, study: ComparisonStudy, comparers: list[User]
) -> None:
    comparison = _of(study, comparers[0])
    for change in ({"role": Role.LEAD}, {"role": Role.ANNOTATOR}, {"is_active": False}):
        project.memberships.filter(user=comparers[0]).update(
            **({"role": Role.EXPERT, "is_active": True} | change)
        )
        answer = client_of(comparers[0]).get(f"{API}comparisons/{comparison.pk}/")
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("put comparison-studies/{study}/scores/", b'{"scores": {"\\ud83d": {"DR": 1}}}'),
        ("put comparison-studies/{study}/scores/", b'{"scores": {"A": {"\\u0000": 1}}}'),
        ("put comparison-studies/{study}/scores/", b'{"scores": {"A": {"DR": 1e400}}}'),
        ("put comparison-studies/{study}/scores/", b'{"scores": {"A": 1}}'),
        ("put comparison-studies/{huge}/scores/", b'{"scores": {"A": {"DR": 1}}}'),
        ("get comparison-studies/{huge}/", b""),
        ("get comparisons/{huge}/", b""),
        ("put comparisons/{comparison}/draft/", b'{"version": 0, "draft": []}'),
        ("put comparisons/{comparison}/draft/", b'{"version": 1e400, "draft": {}}'),
        (
            "put comparisons/{comparison}/draft/",
            b'{"version": 0, "draft": {"comment": "\\ud83d"}}',
        ),
        (
            "put comparisons/{comparison}/draft/",
            b'{"version": 0, "draft": {"left_captures": [[true]]}}',
        ),
        ("post comparisons/{comparison}/submit/", b'{"seconds": 1e400}'),
        ("post comparisons/{comparison}/submit/", b"[]"),
    ],
)
def test_what_nobody_sends_by_accident_is_refused(
    study: ComparisonStudy,
    comparers: list[User],
    lead: User,
    call: str,
    body: bytes,
) -> None:
    comparison, (method, path) = _of(study, comparers[0]), call.split()
    caller = lead if "studies" in path else comparers[0]
    address = path.format(study=study.pk, comparison=comparison.pk, huge=10**40)
    answer = client_of(caller).generic(
        method.upper(), f"{API}{address}", body, content_type="application/json"
    )
    assert 400 <= answer.status_code < 500
    assert set(answer.json()) >= {"code", "detail", "fields"}


@pytest.mark.usefixtures("questions")
def test_keys_that_can_t_be_written_are_refused(
    project: Project, lead: User, comparers: list[User]
) -> None:
    for data in (b'{"\\ud83d": ""}', b'{"\\ud83d": "x", "\\ud83d": "x"}', b'{"\\u0000": "x"}'):
        file = SimpleUploadedFile("t5.json", data)
        form = _form(project, comparers) | {"answers-0": file}
        path = "projects/asqa/comparison-studies/"
        answer = _call(client_of(lead), "post", path, form, format="multipart")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_file")


# --- Blindness -------------------------------------------------------------------------------


READS = ("", "comparisons/", "results/", "export/", "correlations/")


def _everything_shown_to(user: User, study: ComparisonStudy) -> list[Any]:
    """The answers to all that ``user`` can ask about the study, refusals too."""
    client, path = client_of(user), f"{API}comparison-studies/{study.pk}/"
    project = f"{API}projects/{study.project.slug}/"
    answers = [client.get(f"{path}{read}") for read in READS]
    answers.append(client.post(f"{path}results/"))
    answers.append(client.post(f"{path}next/"))
    answers.append(client.put(f"{path}scores/", {"scores": {"?": {"DR": 1}}}, format="json"))
    answers.append(client.post(f"{path}finish/"))
    lists = ("comparison-studies/", "comparison-studies/sources/", "history/", "news/", "")
    answers += [client.get(f"{project}{each}") for each in lists]
    for comparison in Comparison.objects.filter(comparer__study=study):
        own = f"{API}comparisons/{comparison.pk}/"
        answers.append(client.get(own))
        answers.append(client.put(f"{own}draft/", {"version": 7, "draft": {}}, format="json"))
        answers.append(client.put(f"{own}draft/", {"version": 0, "draft": {}}, format="json"))
        answers.append(client.post(f"{own}submit/", {"overall": "?"}, format="json"))
        answers.append(client.post(f"{own}submit/", WHOLE, format="json"))
        answers.append(client.get(own))
    return answers


def test_nothing_that_a_comparer_or_an_annotator_can_ask_for_names_a_system_or_an_author(
    project: Project, comparers: list[User], lead: User
) -> None:
    authors = [make_member(project, f"xqzauthor{number}").user for number in range(2)]
    study = make_study(project, comparers, questions=4, systems=SECRET, lead=lead, authors=authors)
    scores = {name: {"xqzmetric": 4.5} for name in SECRET}
    set_scores(study=study, scores=scores, at=AT, actor=lead)
    save_comparison_draft(comparison=_of(study, comparers[1]), version=0, draft={"fluency": "left"})
    complete(Comparison.objects.filter(comparer__user=comparers[1]).latest("position"))
    _compute(client_of(lead), study)
    pseudonyms = [project.memberships.get(user=author).pseudonym for author in authors]
    for viewer in (comparers[0], make_member(project, "annotator").user):
        shown = b"\n".join(each.content for each in _everything_shown_to(viewer, study)).decode()
        for secret in ("xqz", "Xqz", *pseudonyms):
            assert secret not in shown
    seen_by_lead = client_of(lead).get(f"{API}comparison-studies/{study.pk}/results/")
    assert all(name in seen_by_lead.content.decode() for name in SECRET)


def test_what_a_comparer_gets_has_no_number_that_orders_systems(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    """Ids of answers, systems or pairs would let somebody sort the answers by system."""
    shown = _call(
        client_of(comparers[0]), "get", f"comparisons/{_of(study, comparers[0]).pk}/"
    ).json()
    assert set(shown) == {
        "id",
        "study",
        "position",
        "total",
        "question",
        "disambiguations",
        "left",
        "right",
        "draft",
        "version",
        "submitted_at",
        "answer",
    }
    assert set(shown["left"]) == set(shown["right"]) == {"text"}
    listed = _call(
        client_of(comparers[0]), "get", f"comparison-studies/{study.pk}/comparisons/"
    ).json()["results"]
    assert set(listed[0]) == {"id", "position", "question", "submitted_at"}
    own = _call(client_of(comparers[0]), "get", f"comparison-studies/{study.pk}/").json()
    hidden = (own["systems"], own["seed"], own["answers_left_out"], own["questions_left_out"])
    assert hidden == ([], None, None, None)
    assert [each["name"] for each in own["comparers"]] == ["Comparer 1", "Comparer 2"]


def test_another_comparer_s_pairs_are_not_found(
    study: ComparisonStudy, comparers: list[User]
) -> None:
    theirs = _of(study, comparers[1])
    client = client_of(comparers[0])
    answers = [
        client.get(f"{API}comparisons/{theirs.pk}/"),
        client.put(f"{API}comparisons/{theirs.pk}/draft/", {}, format="json"),
        client.post(f"{API}comparisons/{theirs.pk}/submit/", WHOLE, format="json"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
