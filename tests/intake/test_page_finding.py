from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.corpus.models import Example
from annotator.exceptions import InvalidInputError
from annotator.imports.fetching.search import first_title
from annotator.intake.page_finding import start_finding_pages
from annotator.jobs.context import JobContext, JobInterruptedError
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import run_job
from annotator.projects.models import Project
from tests.factories.corpus import AT, make_project
from tests.factories.intake import make_query
from tests.imports.wiki_server import Wiki, page, serve_wiki

HTML = "<html><body><h1>Bob</h1><p>A plumb bob hangs on a line and shows what is upright.</p></body></html>"  # noqa: E501
SITE = "https://en.wikipedia.org"


@pytest.fixture
def wiki(settings: Any) -> Iterator[Wiki]:
    with serve_wiki() as wiki:
        settings.FETCH_SITE, settings.FETCH_HOSTS = wiki.site, ["127.0.0.1"]
        yield wiki


@pytest.fixture
def project(wiki: Wiki) -> Project:
    """Two kept queries: a page is found for the first one alone."""
    project = make_project()
    make_query(project, text="who uses a plumb bob", count=3)
    make_query(project, text="who uses nothing", count=2)
    make_query(project, text="who waits", step="flagged")
    wiki.answers["?who uses a plumb bob"] = {"pages": [{"key": "Plumb_bob"}, {"key": "Mason"}]}
    wiki.answers["?who uses nothing"] = {"pages": []}
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    return project


@pytest.mark.django_db
def test_kept_queries_become_examples_with_the_page_that_was_found(
    project: Project, wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("find_pages", project.slug, "--split", "dev")
    assert capsys.readouterr().out.splitlines() == [
        "Found pages for 1 of 2 questions. Their import has started.",
        "Imported 1 example.",
    ]
    example = Example.objects.select_related("question", "page").get(project=project)
    assert example.page is not None
    assert (example.question.text, example.page.title, example.page.url, example.split) == (
        "who uses a plumb bob",
        "Plumb bob",
        f"{wiki.site}/w/index.php?title=Plumb_bob&oldid=12",
        "dev",
    )


@pytest.mark.django_db
def test_after_a_kill_no_question_is_searched_for_twice(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    stops = iter([True])

    def let_worker_end(_: JobContext) -> None:
        if next(stops, False):
            raise JobInterruptedError

    monkeypatch.setattr(JobContext, "let_worker_end", let_worker_end)
    run_job(job_id=job.pk)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}
    assert Job.objects.filter(kind="import_pages").count() == 1


@pytest.mark.django_db
def test_a_wiki_that_cannot_be_asked_fails_the_job(project: Project, wiki: Wiki) -> None:
    wiki.answers["Plumb_bob"] = [(403, {}, b"")]
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, Job.objects.filter(kind="import_pages").count()) == (JobState.FAILED, 0)
    assert "status 403" in job.message


@pytest.mark.django_db
def test_without_kept_queries_or_in_another_kind_of_project_nothing_starts() -> None:
    for project, code in (
        (make_project("nq"), "no_queries"),
        (make_project("a", kind="asqa"), "wrong_kind"),
    ):
        with pytest.raises(InvalidInputError) as error:
            start_finding_pages(project=project, split="", at=AT, actor=None)
        assert error.value.code == code


@pytest.mark.parametrize(
    ("addresses", "title"),
    [
        ([f"{SITE}/wiki/Plumb_bob"], "Plumb bob"),
        (["https://example.org/wiki/A", f"{SITE}/w/index.php?title=B_b&oldid=5"], "B b"),
        (["https://[broken", SITE, f"{SITE}/wiki/"], None),
        ([*["https://example.org/"] * 5, f"{SITE}/wiki/Sixth"], None),
        ([], None),
    ],
)
def test_a_question_gets_the_first_page_of_the_wiki_among_five(
    addresses: list[str], title: str | None
) -> None:
    assert first_title(addresses, site=SITE) == title


@pytest.mark.django_db
def test_results_can_come_from_a_file(
    project: Project, wiki: Wiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    found = ["https://example.org/", f"{wiki.site}/wiki/Plumb_bob"]
    path.write_bytes(orjson.dumps({"query": "who uses nothing", "results": found}))
    call_command("find_pages", project.slug, "--results", str(path))
    assert Example.objects.get(project=project).question.text == "who uses nothing"
    assert wiki.asked == {"Plumb_bob": 1}
    path.write_bytes(b'{"query": "who"}')
    capsys.readouterr()
    with pytest.raises(SystemExit):
        call_command("find_pages", project.slug, "--results", str(path))
    assert capsys.readouterr().err == (
        "results.jsonl:1: results: the field is missing. Add it as a list.\n"
    )
