"""Searches for pages that were stopped, cancelled or killed go on where they were."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.core.management import call_command

from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page
from annotator.exchange.intake import page_finding
from annotator.exchange.intake.models import Query
from annotator.exchange.intake.page_finding import IMPORT_FOUND, start_finding_pages
from annotator.exchange.intake.page_search import set_page_search
from annotator.exchange.intake.searching import wiki as searching_wiki
from annotator.material.corpus.models import Example
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.wiki_server import Wiki, page
from tests.exchange.intake.searches import HTML, find, steps
from tests.factories.corpus import AT, make_examples, make_page, make_project
from tests.factories.jobs import run_here
from tests.workspace.jobs.killed_runs import WorkerKilledError, finish, interrupt_at

pytestmark = pytest.mark.django_db


def test_after_a_kill_no_question_is_searched_for_twice(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    run_here(job)
    assert job.state == JobState.SUCCEEDED
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}
    assert Job.objects.filter(kind=IMPORT_FOUND).count() == 1


@pytest.mark.parametrize("then", ["goes on", "starts anew"])
def test_pages_that_came_before_a_search_was_stopped_are_not_asked_for_again(
    several: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    if then == "goes on":
        interrupt_at(1, monkeypatch)
        job = start_finding_pages(project=several, split="", at=AT, actor=None, queue=False)
        run_job(job_id=job.pk)
        assert wiki.asked["?who plumbs"] == 0
        run_job(job_id=job.pk)
    else:
        good = wiki.answers["?who plumbs"]
        wiki.answers["?who plumbs"] = [(403, {}, b"")]
        find(several)
        wiki.answers["?who plumbs"] = good
        wiki.asked.pop("?who plumbs")
        find(several)
    assert set(wiki.asked.values()) == {1}
    assert set(wiki.asked) == {
        "?who bobs",
        "?who plumbs",
        "?who hangs",
        "Bob",
        "Gone",
        "log",
        "Plumb_bob",
    }


def test_a_kill_while_a_page_is_fetched_asks_for_that_page_alone_again(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    fetches = iter([WorkerKilledError])

    def fetch(*args: Any, **more: Any) -> WikiPage:
        found = fetch_page(*args, **more)
        if killed := next(fetches, None):
            raise killed
        return found

    monkeypatch.setattr(searching_wiki, "fetch_page", fetch)
    with pytest.raises(WorkerKilledError):
        run_job(job_id=job.pk)
    finish(job)
    assert job.state == JobState.SUCCEEDED
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 2}
    folder = Path(settings.RESULT_DIR) / str(job.pk)
    kept = [f"{project.slug}-lacking.jsonl", f"{project.slug}-questions.jsonl"]
    assert sorted(each.name for each in folder.iterdir()) == kept


def test_what_a_stopped_search_found_is_not_asked_for_again(project: Project, wiki: Wiki) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    (failed,) = find(project)
    assert failed.state == JobState.FAILED
    wiki.answers["?who uses nothing"] = {"pages": []}
    find(project)
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 2, "Plumb_bob": 1}
    assert steps(project)["who uses a plumb bob"] == "example"
    failed.refresh_from_db()
    assert failed.result_path == ""


@pytest.mark.parametrize("how", ["service", "results"])
def test_pages_of_a_stopped_search_serve_another_one(
    project: Project, wiki: Wiki, tmp_path: Path, how: str
) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    find(project)
    address = f"{wiki.site}/wiki/Plumb_bob"
    if how == "service":
        service = {"provider": "service", "address": f"{wiki.site}/find?q={{query}}"}
        set_page_search(project=project, changes={**service, "path": "hits"}, at=AT, actor=None)
        for text in ("who uses a plumb bob", "who uses nothing"):
            wiki.answers[f"?{text}"] = {"hits": [address]}
        find(project)
    else:
        path = tmp_path / "results.jsonl"
        path.write_bytes(orjson.dumps({"query": "who uses nothing", "results": [address]}))
        find(project, results=str(path))
    assert steps(project)["who uses nothing"] == "example"
    assert wiki.asked["Plumb_bob"] == 1


def test_a_killed_command_goes_on_where_it_was(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_finding_pages(project=project, split="dev", at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    call_command("find_pages", project.slug, "--split", "dev")
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert Job.objects.filter(kind=job.kind).count() == 1
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}


def test_a_command_that_was_killed_before_its_import_only_imports(
    project: Project, wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    call_command("find_pages", project.slug)
    assert capsys.readouterr().out == "Imported 1 example.\n"
    assert steps(project)["who uses a plumb bob"] == "example"
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}


def test_a_search_killed_at_its_very_end_begins_one_import(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: int) -> str:
        raise WorkerKilledError

    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    with monkeypatch.context() as patched:
        patched.setattr(page_finding, "_sentence", die)
        with pytest.raises(WorkerKilledError):
            run_job(job_id=job.pk)
    finish(job)
    assert job.state == JobState.SUCCEEDED
    assert Job.objects.filter(kind=IMPORT_FOUND).count() == 1
    assert wiki.asked == {"?who uses a plumb bob": 1, "?who uses nothing": 1, "Plumb_bob": 1}


def test_another_search_begins_anew(project: Project, wiki: Wiki) -> None:
    wiki.answers["?who uses nothing"] = [(403, {}, b"")]
    find(project)
    set_page_search(
        project=project,
        changes={"provider": "service", "address": f"{wiki.site}/find?q={{query}}", "path": "hits"},
        at=AT,
        actor=None,
    )
    wiki.answers["?who uses a plumb bob"] = {"hits": [f"{wiki.site}/wiki/Mason"]}
    wiki.answers["?who uses nothing"] = {"hits": []}
    wiki.answers["Mason"] = page("Mason", HTML)
    find(project)
    example = Example.objects.select_related("page").get(project=project)
    assert example.page is not None
    assert example.page.title == "Mason"


def cancel_after_the_search(job: Job) -> None:
    """Leave what the job has noted, as if it had been cancelled just before its import."""
    Job.objects.filter(pk=job.pk).update(state=JobState.CANCELLED)
    Query.objects.filter(step="no_page").update(step="kept")


def test_a_corrected_path_asks_again_for_what_the_wrong_one_did_not_find(
    project: Project, wiki: Wiki
) -> None:
    service = {"provider": "service", "address": f"{wiki.site}/find?q={{query}}"}
    set_page_search(project=project, changes={**service, "path": "wrong"}, at=AT, actor=None)
    for text in ("who uses a plumb bob", "who uses nothing"):
        wiki.answers[f"?{text}"] = {"hits": [f"{wiki.site}/wiki/Plumb_bob"]}
    (searched,) = find(project)
    assert set(steps(project).values()) == {"no_page", "flagged"}
    cancel_after_the_search(searched)
    set_page_search(project=project, changes={"path": "hits"}, at=AT, actor=None)
    find(project)
    assert set(steps(project).values()) == {"example", "flagged"}


@pytest.mark.parametrize("changes", [{"path": "hits"}, {"address": "/find?query={query}"}])
def test_a_killed_search_does_not_go_on_with_another_address_or_path(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    def set_search(*, address: str = "/find?q={query}", path: str = "wrong") -> None:
        search = {"provider": "service", "address": f"{wiki.site}{address}", "path": path}
        set_page_search(project=project, changes=search, at=AT, actor=None)

    set_search()
    for text in ("who uses a plumb bob", "who uses nothing"):
        wiki.answers[f"?{text}"] = {"hits": [f"{wiki.site}/wiki/Plumb_bob"]}
    job = start_finding_pages(project=project, split="", at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_here(job)
    set_search(**changes)
    run_here(job)
    assert job.state == JobState.FAILED
    assert job.message == (
        "The address or path of the search service has changed since this search began. "
        "Nothing was imported. Start it again."
    )
    assert set(steps(project).values()) == {"kept", "flagged"}
    set_search(path="hits")
    find(project)
    assert set(steps(project).values()) == {"example", "flagged"}


def test_a_killed_search_does_not_go_on_with_changed_results(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    line = {"query": "who uses a plumb bob", "results": [f"{wiki.site}/wiki/Plumb_bob"]}
    path.write_bytes(orjson.dumps(line))
    more = {"split": "", "at": AT, "actor": None, "queue": False, "results": str(path)}
    job = start_finding_pages(project=project, **more)  # type: ignore[arg-type]
    interrupt_at(1, monkeypatch)
    run_here(job)
    assert job.state == JobState.QUEUED
    path.write_bytes(orjson.dumps({**line, "query": "who uses nothing"}))
    run_here(job)
    assert job.state == JobState.FAILED
    assert job.message.startswith("results.jsonl has changed since this import began")
    find(project, results=str(path))
    assert steps(project)["who uses nothing"] == "example"


def test_pages_that_came_since_are_searched_for_what_was_not_found_among_the_others(
    project: Project,
) -> None:
    other = make_project("other")
    level = HTML.replace("plumb bob", "level").encode()
    make_examples(other, 1, page=make_page(level, "Level"))
    searched, *_ = find(project, provider="pages")
    assert steps(project)["who uses nothing"] == "no_page"
    cancel_after_the_search(searched)
    nothing = HTML.replace("A plumb bob hangs", "Nothing hangs").encode()
    make_examples(other, 1, page=make_page(nothing, "Nothing"))
    find(project, provider="pages")
    assert steps(project)["who uses nothing"] == "example"
