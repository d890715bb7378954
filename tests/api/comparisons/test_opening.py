"""Opening a comparison study over HTTP."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.exceptions import ConflictError
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from api.views import comparison_studies
from tests.api.clients import client_of
from tests.api.comparisons.calling import API, call
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_member

pytestmark = pytest.mark.django_db


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


@pytest.mark.usefixtures("questions")
def test_a_lead_opens_a_study_of_a_file_and_of_annotations(
    project: Project, lead: User, comparers: list[User]
) -> None:
    answer = call(
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
        "cancelled_at": None,
    }


@pytest.mark.usefixtures("questions")
def test_a_project_is_found_by_its_slug_however_it_is_written(
    project: Project, lead: User, comparers: list[User]
) -> None:
    systems = [
        {"name": "Model", "file": "answers-0"},
        {"name": "People", "annotations_of": "ASQA", "annotation_number": 0},
    ]
    form = _form(project, comparers, systems=json.dumps(systems))
    address = "projects/asqa/comparison-studies/"
    assert call(client_of(lead), "post", address, form, format="multipart").status_code == 201


@pytest.mark.usefixtures("questions")
def test_the_form_knows_who_could_compare_and_what(
    lead: User, comparers: list[User], project: Project
) -> None:
    make_member(make_asqa_project("elsewhere"), "lead", Role.ANNOTATOR)
    gone = make_member(project, "gone", Role.EXPERT).user
    gone.is_active = False
    gone.save(update_fields=["is_active"])
    body = call(client_of(lead), "get", "projects/asqa/comparison-studies/sources/").json()
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
    body = call(client_of(lead), "get", "projects/asqa/comparison-studies/sources/").json()
    assert [each["slug"] for each in body["projects"]] == ["asqa", "aaa"]


@pytest.mark.usefixtures("questions")
def test_a_wrong_file_is_refused_with_file_line_and_key(
    project: Project, lead: User, comparers: list[User]
) -> None:
    file = SimpleUploadedFile("t5.json", b'{\n"gone": "x",\n"1": ""\n}')
    form = _form(project, comparers) | {"answers-0": file}
    answer = call(
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
        ("[" * 5000, "systems"),
        ('[{"name": "A", "name": "B", "file": "answers-9"}]', "systems"),
    ],
)
def test_systems_that_make_no_sense_are_refused_with_their_field(
    project: Project, lead: User, comparers: list[User], systems: str, field: str
) -> None:
    make_asqa_project("elsewhere")
    form = _form(project, comparers, systems=systems)
    answer = call(
        client_of(lead), "post", "projects/asqa/comparison-studies/", form, format="multipart"
    )
    assert answer.status_code == 400, answer.content
    assert field in answer.json()["fields"]


@pytest.mark.usefixtures("questions")
def test_a_packed_file_is_limited_by_what_is_in_it(
    project: Project,
    lead: User,
    comparers: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison_studies, "LARGEST_FILE", 1000)
    key = project.examples.first().example_id
    packed = gzip.compress(json.dumps({f"{key}": "word " * 2000}).encode())
    form = _form(project, comparers) | {"answers-0": SimpleUploadedFile("t5.json.gz", packed)}
    answer = call(
        client_of(lead), "post", "projects/asqa/comparison-studies/", form, format="multipart"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_file")
    assert "more than 1,000 bytes" in answer.json()["fields"]["answers-0"]


@pytest.mark.usefixtures("questions")
def test_the_form_counts_answers_without_reading_them(
    lead: User,
) -> None:
    with CaptureQueriesContext(connection) as made:
        call(client_of(lead), "get", "projects/asqa/comparison-studies/sources/")
    texts = [each["sql"] for each in made if '"text"' in each["sql"].partition("FROM")[0]]
    assert texts == []


@pytest.mark.usefixtures("questions")
def test_keys_that_can_t_be_written_are_refused(
    project: Project, lead: User, comparers: list[User]
) -> None:
    for data in (b'{"\\ud83d": ""}', b'{"\\ud83d": "x", "\\ud83d": "x"}', b'{"\\u0000": "x"}'):
        file = SimpleUploadedFile("t5.json", data)
        form = _form(project, comparers) | {"answers-0": file}
        path = "projects/asqa/comparison-studies/"
        answer = call(client_of(lead), "post", path, form, format="multipart")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_file")


@pytest.mark.usefixtures("questions")
def test_a_study_that_gets_no_scores_is_not_opened(
    project: Project, lead: User, comparers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise ConflictError("busy", "The scores can't be read.")

    monkeypatch.setattr(comparison_studies, "give_scores", fail)
    address = f"{API}projects/asqa/comparison-studies/"
    answer = client_of(lead).post(address, _form(project, comparers), format="multipart")
    assert (answer.status_code, answer.json()["code"]) == (409, "busy")
    assert not ComparisonStudy.objects.exists()
