"""Only stewards bring examples into the hidden split: others could neither see nor cancel that."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.material.corpus.models import Example
from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.exchange.imports.import_jobs import write_lines
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.intake import make_query
from tests.factories.jobs import make_job, run_here

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/project/"
PAGE = {
    "document_url": "https://en.wikipedia.org/wiki/Plumb_bob",
    "document_title": "Plumb bob",
    "document_html": "<p>A plumb bob hangs on a line and shows what is upright.</p>",
}


@pytest.fixture
def keeper() -> User:
    """The steward of a project whose split ``secret`` is hidden, and which has a kept query."""
    project = make_project()
    make_examples(project, 1)
    make_query(project)
    Example.objects.update(split="secret")
    keeper = make_member(project, "keeper", Role.LEAD).user
    hide_split(project=project, split="secret", steward=keeper, at=AT)
    return keeper


@pytest.fixture
def lead(keeper: User) -> User:
    return make_member(Project.objects.get(), "lena", Role.LEAD).user


@pytest.mark.parametrize("address", ["imports/", "query-pages/results/", "query-pages/"])
def test_only_stewards_start_what_brings_examples_into_the_hidden_split(
    keeper: User, lead: User, address: str
) -> None:
    def start(user: User, split: str) -> int:
        body: dict[str, Any] = {"split": split}
        if address == "query-pages/":
            return client_of(user).post(f"{P}{address}", body).status_code
        content = b'{"query": "who", "results": []}\n'
        body["file"] = SimpleUploadedFile("found.jsonl", content)
        if address == "imports/":
            body["format"] = "pages"
        return client_of(user).post(f"{P}{address}", body, format="multipart").status_code

    assert (start(lead, "secret"), start(lead, "Secret"), start(keeper, "Secret")) == (
        *(403, 400, 400),
    )
    assert not Job.objects.exists()
    assert start(keeper, "secret") == 202
    Job.objects.all().delete()
    assert start(lead, "dev") == 202


def test_only_stewards_and_commands_import_lines_of_the_hidden_split(
    keeper: User, lead: User, tmp_path: Path
) -> None:
    def import_as(user: User | None, number: int, **parameters: str) -> Job:
        line = PAGE | {"question_text": f"who {number}", "example_id": number}
        if not parameters:
            line["split"] = "secret"
        path = write_lines(tmp_path / f"{number}.jsonl", [line])
        return run_here(
            make_job(
                "import_pages",
                {"paths": [str(path)], **parameters},
                project=Project.objects.get(),
                created_by=user,
            )
        )

    for refused in (import_as(lead, 901), import_as(lead, 902, split="secret")):
        assert refused.state == JobState.FAILED
        (problem,) = refused.problems.values_list("line", "field", "problem")
        assert problem == (1, "split", "only stewards may import into the hidden split.")
    for taken in (import_as(keeper, 903), import_as(None, 904), import_as(lead, 905, split="dev")):
        assert taken.state == JobState.SUCCEEDED
    imported = Example.objects.filter(example_id__range=(901, 905)).order_by("example_id")
    assert list(imported.values_list("example_id", "split")) == [
        (903, "secret"),
        (904, "secret"),
        (905, "dev"),
    ]
