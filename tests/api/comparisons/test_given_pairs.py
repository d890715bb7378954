"""Opening a study of a file of pairs over HTTP."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.material.formats.asqa.comparison_setup import COLUMNS
from annotator.quality.comparisons.models import AnswerPair, ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from api.views import comparison_studies
from tests.api.clients import client_of
from tests.api.openapi import check_conformance
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import make_comparers
from tests.open_transactions import depths_of_calls

pytestmark = pytest.mark.django_db

PATH = "projects/{slug}/comparison-studies/given-pairs/"


@pytest.fixture
def project() -> Project:
    project = make_asqa_project()
    make_ambiguous_examples(project, 1)
    make_comparers(project, 2)
    return project


def send(project: Project, lead: User, *lines: tuple[str, ...], **changed: Any) -> Any:
    experts = project.memberships.filter(role=Role.EXPERT).order_by("pk")
    content = "\n".join("\t".join(cells) for cells in (COLUMNS, *lines)).encode()
    body = {
        "title": "Official pairs",
        "seed": 3,
        "comparers": [each.pk for each in experts],
        "comparers_per_pair": 2,
        "file": SimpleUploadedFile("setup.tsv", content),
        **changed,
    }
    address = f"/api/v1/{PATH.format(slug=project.slug)}"
    answer = client_of(lead).post(address, body, format="multipart")
    check_conformance(answer, method="post", path=PATH)
    return answer


def test_the_pairs_of_a_file_are_opened_with_their_sides(project: Project, lead: User) -> None:
    key = project.examples.get().ambiguous_question.key
    answer = send(project, lead, (key, "T5", "JPR", "Left.", "Right."))
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert (body["pair_count"], body["question_count"]) == (1, 1)
    assert [each["total"] for each in body["comparers"]] == [1, 1]
    pair = AnswerPair.objects.select_related("left__system", "right__system").get()
    assert (pair.left.system.name, pair.right.text) == ("T5", "Right.")


def test_the_file_is_read_before_anything_is_locked(
    project: Project, lead: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, comparison_studies, "read_setup")
    key = project.examples.get().ambiguous_question.key
    assert send(project, lead, (key, "T5", "JPR", "Left.", "Right.")).status_code == 201
    assert depths == [outside]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({}, "file"),
        ({"file": SimpleUploadedFile("setup.tsv", b"key")}, "file"),
        ({"comparers_per_pair": 3}, "comparers"),
        ({"systems": "[]"}, "systems"),
    ],
)
def test_what_cannot_be_opened_is_refused_whole(
    project: Project, lead: User, changed: dict[str, Any], field: str
) -> None:
    key = project.examples.get().ambiguous_question.key if changed else "nowhere"
    answer = send(project, lead, (key, "T5", "JPR", "Left.", "Right."), **changed)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {field})
    assert not ComparisonStudy.objects.exists()
