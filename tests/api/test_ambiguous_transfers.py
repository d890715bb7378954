"""Imports and exports of ASQA over HTTP."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.exchange.imports.ambiguous_files import (
    NOTHING_AMBIGUOUS,
    ambigqa_question,
    ambiguous_rows,
    asqa_example,
    dump,
    page_line,
)
from tests.exchange.imports.bad_ambiguous_files import ONE_OF_EACH_KIND
from tests.exchange.imports.import_jobs import imported_ids
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_member, make_project

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/asqa/"


@pytest.fixture
def lead(settings: Any, tmp_path: Path) -> APIClient:
    settings.UPLOAD_DIR, settings.RESULT_DIR = tmp_path / "uploads", tmp_path / "results"
    return client_of(make_member(make_asqa_project(), "lena", Role.LEAD).user)


def upload(lead: APIClient, content: bytes, pages: bytes | None = None, **fields: str) -> Any:
    """Upload, let a worker do the job; what the job says then."""
    # Of one name: they must not take each other's place.
    files = {"file": SimpleUploadedFile("a.json", content)}
    if pages is not None:
        files["pages"] = SimpleUploadedFile("a.json", pages)
    answer = lead.post(f"{P}imports/", {**files, **fields}, format="multipart")
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    return lead.get(f"/api/v1/jobs/{answer.json()['job']}/").json()


def export(lead: APIClient, **body: Any) -> tuple[Any, Any]:
    """The job and its file's JSON."""
    answer = lead.post(f"{P}exports/", body)
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    job = lead.get(f"/api/v1/jobs/{answer.json()['job']}/").json()
    result = lead.get(job["result_url"])
    return job, json.loads(b"".join(result.streaming_content))  # type: ignore[attr-defined]


def test_ambignq_comes_with_its_pages_in_a_second_file(lead: APIClient, tmp_path: Path) -> None:
    job = upload(
        lead,
        dump([ambigqa_question(), ambigqa_question("6", 0)]),
        dump(page_line()) + b"\n",
        format="ambigqa",
        split="dev",
    )
    assert (job["state"], job["message"]) == (
        "succeeded",
        "Imported 1 example. Left out 1 question: not ambiguous to any annotator (1).",
    )
    assert imported_ids(Project.objects.get()) == [5]
    assert list((tmp_path / "uploads").iterdir()) == []


def test_asqa_with_answers_comes_back_as_the_same_json(lead: APIClient) -> None:
    value = {"dev": {"5": asqa_example(), "x": asqa_example(3, 1)}}
    job = upload(lead, dump(value), format="asqa", split="dev", annotations="true")
    assert job["message"] == "Imported 2 examples with 3 annotations."
    job, exported = export(lead, format="asqa")
    assert (job["filename"], job["message"], exported) == (
        "asqa-asqa.json",
        "Exported 2 examples.",
        value,
    )


def test_asqa_goes_into_the_split_as_the_project_spells_it(lead: APIClient) -> None:
    upload(lead, dump({"Dev": {"5": asqa_example()}}), format="asqa", split="Dev")
    official = dump({"dev": {"6": asqa_example()}})
    body = {"file": SimpleUploadedFile("a.json", official), "format": "asqa", "split": "dev"}
    refused = lead.post(f"{P}imports/", body, format="multipart")
    assert (refused.status_code, refused.json()["fields"]) == (
        400,
        {"split": "Write Dev, as the project does, or choose another name."},
    )
    job = upload(lead, official, format="asqa", split="Dev")
    assert job["message"] == "Imported 1 example."
    assert set(Example.objects.values_list("split", flat=True)) == {"Dev"}


def test_disambiguations_become_questions_of_an_extractor_model(lead: APIClient) -> None:
    value = asqa_example()
    value["qa_pairs"][1]["context"] = "Bell 1 was cast in 1801 by hand."
    upload(lead, dump({"dev": {"5": value}}), format="asqa", split="dev")
    job, exported = export(lead, format="squad", splits=["dev"])
    assert job["message"] == (
        "Exported 1 question. Left out 1 disambiguation without a context passage that "
        "contains a short answer."
    )
    assert exported == {
        "version": "1.1",
        "data": [
            {
                "title": "Bell",
                "paragraphs": [
                    {
                        "context": "Bell 1 was cast in 1801 by hand.",
                        "qas": [
                            {
                                "id": "5_1",
                                "question": "when was bell 1 cast",
                                "answers": [
                                    {"text": "1801", "answer_start": 19},
                                    {"text": "in 1801", "answer_start": 16},
                                ],
                            }
                        ],
                    }
                ],
            }
        ],
    }


@pytest.mark.parametrize(
    ("kind", "bad"),
    [(kind, bad) for kind, _, bad in ONE_OF_EACH_KIND],
    ids=[f"{kind}-{name}" for kind, name, _ in ONE_OF_EACH_KIND],
)
def test_the_problems_of_a_bad_file_are_listed_and_nothing_is_half_imported(
    lead: APIClient, kind: str, bad: tuple[Any, str, str]
) -> None:
    value, field, problem = bad
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    more = {"annotations": "1"} if kind == "import_asqa" else {}
    job = upload(lead, content, format=kind.removeprefix("import_"), split="dev", **more)
    listed = lead.get(f"/api/v1/jobs/{job['id']}/problems/").json()["results"]
    assert job["state"] == "failed"
    assert (listed[0]["file"], listed[0]["field"]) == ("a.json", field)
    assert problem in listed[0]["problem"]
    assert listed[0]["fix"]
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


def test_a_missing_page_is_listed_with_key_field_and_title(lead: APIClient) -> None:
    job = upload(
        lead,
        dump([ambigqa_question(titles=["Tower"])]),
        dump(page_line()),
        format="ambigqa",
    )
    (listed,) = lead.get(f"/api/v1/jobs/{job['id']}/problems/").json()["results"]
    assert (listed["field"], listed["problem"]) == (
        "5.viewed_doc_titles[0]",
        "a.json has no page titled Tower.",
    )
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"format": "nq"}, "format"),
        ({"format": "pages"}, "format"),
        ({"format": "asqa"}, "split"),
        ({"format": "asqa", "split": "s" * 21}, "split"),
        ({"format": "squad"}, "format"),
        ({"format": "ambigqa", "annotations": "true"}, "annotations"),
        ({"format": "queries", "annotations": "true"}, "annotations"),
        ({"format": "queries", "split": "dev"}, "split"),
    ],
)
def test_an_upload_that_fits_no_project_of_asqa_is_refused_at_once(
    lead: APIClient, fields: dict[str, str], wrong: str
) -> None:
    file = SimpleUploadedFile("a.json", b"{}")
    answer = lead.post(f"{P}imports/", {"file": file, **fields}, format="multipart")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [wrong])
    assert not Job.objects.exists()


@pytest.mark.parametrize("chosen", ["ambigqa", "asqa"])
def test_a_project_of_natural_questions_takes_no_ambiguous_ones(
    lead: APIClient, chosen: str
) -> None:
    make_member(make_project("nq"), "lena", Role.LEAD)
    body = {"file": SimpleUploadedFile("a.json", b"{}"), "format": chosen, "split": "dev"}
    answer = lead.post("/api/v1/projects/nq/imports/", body, format="multipart")
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "code": "wrong_kind",
            "detail": "nq is a project of kind nq.",
            "fields": {"format": f"{chosen} is for projects of kind asqa."},
        },
    )


def test_pages_go_with_ambiguous_questions_alone(lead: APIClient) -> None:
    make_member(make_project("nq"), "lena", Role.LEAD)
    body = {
        "file": SimpleUploadedFile("a.jsonl", b"{}"),
        "pages": SimpleUploadedFile("p.jsonl", b"{}"),
        "format": "nq",
    }
    answer = lead.post("/api/v1/projects/nq/imports/", body, format="multipart")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["pages"])


@pytest.mark.parametrize("chosen", ["nq", "nq-simplified"])
def test_a_project_of_asqa_has_no_such_export(lead: APIClient, chosen: str) -> None:
    answer = lead.post(f"{P}exports/", {"format": chosen})
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_kind")


def test_long_form_answers_go_to_the_extractor(lead: APIClient) -> None:
    value = dump({"dev": {"5": asqa_example()}})
    upload(lead, value, format="asqa", split="dev", annotations="true")
    job, exported = export(lead, format="squad", reader=True)
    assert (job["filename"], len(exported["data"])) == (
        "asqa-reader.json",
        len(asqa_example()["qa_pairs"]),
    )


@pytest.mark.parametrize("option", ["reader", "with_concerns"])
def test_a_project_of_natural_questions_refuses_options_of_ambiguous_ones(
    lead: APIClient, option: str
) -> None:
    make_member(make_project("nq"), "lena", Role.LEAD)
    body = {"format": "squad", option: True}
    answer = lead.post("/api/v1/projects/nq/exports/", body, format="json")
    assert (answer.status_code, answer.json()["code"], answer.json()["fields"]) == (
        400,
        "wrong_kind",
        {option: f"{option} is for projects of kind asqa."},
    )
    assert not Job.objects.exists()
    accepted = lead.post("/api/v1/projects/nq/exports/", {"format": "squad"}, format="json")
    assert accepted.status_code == 202
