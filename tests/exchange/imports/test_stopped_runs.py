"""Imports that stopped while they fetched, and the next ones of their kind."""

import itertools
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from annotator.exchange.imports import fetched_lines, fetched_visits
from annotator.exchange.imports.fetched_lines import FetchedLines
from annotator.exchange.imports.stopped_runs import move_pages, stopped_runs, take_over_pages
from annotator.material.corpus.models import VisitedPage
from annotator.material.formats.lines import Line
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import MAX_ATTEMPTS
from annotator.workspace.projects.kinds import Kind
from tests.exchange.imports.ambiguous_files import ambigqa_question, write_json
from tests.exchange.imports.import_jobs import queue_import, run_import, write_lines
from tests.exchange.imports.wiki_server import Answer, Wiki, page
from tests.factories.corpus import make_project
from tests.just_before import just_before
from tests.workspace.jobs.killed_runs import WorkerKilledError, deaths_of, die

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

NOW = timezone.now()
HTML = "<html><body><h1>Bob</h1><p>A plumb bob hangs on a line.</p></body></html>"
BUSY: list[Answer] = [(429, {"Retry-After": "3600"}, b"")]
KEPT = (
    "the server asks us to wait 60 minutes. Nothing was imported. Start the import again later: "
    "what was fetched is kept until then."
)


@pytest.fixture
def wiki(wiki: Wiki) -> Wiki:
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    wiki.answers["Mason"] = page("Mason", HTML.replace("Bob", "Mason"), revision=13)
    return wiki


@pytest.mark.parametrize(
    ("titles", "said"),
    [
        (["Plumb bob", "Mason"], "Fetched 2 pages."),
        # What is there and nobody asked for is not counted, nor is what was missing.
        (["Mason"], "Fetched 1 page."),
    ],
)
def test_what_a_stopped_import_of_ambignq_fetched_is_not_asked_for_again(
    wiki: Wiki, tmp_path: Path, titles: list[str], said: str
) -> None:
    project = make_project("asqa", kind=Kind.ASQA)
    good, wiki.answers["Mason"] = wiki.answers["Mason"], BUSY
    values = [ambigqa_question(titles=["Plumb bob", "Gone", "Mason"])]
    path = write_json(tmp_path / "a.json", values)
    failed = run_import(project, path, kind="import_ambigqa", fetch=True)
    assert failed.state == JobState.FAILED
    assert failed.message.endswith(KEPT)
    wiki.answers["Mason"] = good
    path = write_json(tmp_path / "b.json", [ambigqa_question(titles=titles)])
    job = run_import(project, path, kind="import_ambigqa", fetch=True)
    assert (job.state, job.message) == (JobState.SUCCEEDED, f"Imported 1 example. {said}")
    found = VisitedPage.objects.order_by("number").values_list("title", "page__title")
    assert list(found) == [(title, title) for title in titles]
    assert wiki.asked == {"Plumb_bob": 1, "Gone": 1, "log": 1, "Mason": 2}
    failed.refresh_from_db()
    assert failed.result_path == ""


def test_what_an_import_fetched_before_a_wrong_line_is_not_asked_for_again(
    wiki: Wiki, tmp_path: Path
) -> None:
    project = make_project()
    lines = [{"question_text": each, "document_title": each} for each in ("Plumb bob", "Gone")]
    path = write_lines(tmp_path / "questions.jsonl", lines)
    failed = run_import(project, path, kind="import_pages", fetch=True)
    assert failed.message == "Stopped at questions.jsonl:2. Nothing was imported."
    lines[1]["document_title"] = "Mason"
    write_lines(path, lines)
    job = run_import(project, path, kind="import_pages", fetch=True)
    assert job.message == "Imported 2 examples. Fetched 2 pages."
    assert wiki.asked == {"Plumb_bob": 1, "Gone": 1, "log": 1, "Mason": 1}
    failed.refresh_from_db()
    assert failed.result_path == ""


def test_an_import_of_pages_that_the_wiki_leaves_waiting_says_what_is_kept(
    wiki: Wiki, tmp_path: Path
) -> None:
    wiki.answers["Plumb_bob"] = BUSY
    path = write_lines(
        tmp_path / "a.jsonl", [{"question_text": "who", "document_title": "Plumb bob"}]
    )
    failed = run_import(make_project(), path, kind="import_pages", fetch=True)
    assert failed.message.endswith(KEPT)


def test_an_import_shows_a_sign_of_life_after_each_page(wiki: Wiki, tmp_path: Path) -> None:
    """A pool reads several hundred lines ahead, and nothing else tells of these."""
    titles = ["Plumb bob", "Mason", "Plumb line"]
    wiki.answers["Plumb_line"] = page("Plumb line", HTML)
    lines = [
        Line(number, orjson.dumps({"question_text": "who", "document_title": title}))
        for number, title in enumerate(titles, start=1)
    ]
    fetched_by_then: set[int] = set()

    class Listening(JobContext):
        def stay_alive(self) -> None:
            fetched_by_then.add(wiki.asked.total())

        def save(self, **_: Any) -> None:
            """No worker has it."""

    job = queue_import(make_project(), tmp_path / "a.jsonl", kind="import_pages")
    context = Listening(job)
    fetched = FetchedLines(context, slug="nq")
    assert len(list(fetched.fill(iter(lines), name="a.jsonl"))) == len(titles)
    assert fetched_by_then >= {1, 2, 3}


@pytest.mark.parametrize("kind", ["import_pages", "import_ambigqa"])
def test_an_import_that_fetches_one_page_before_each_kill_is_not_given_up(
    wiki: Wiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Nothing is committed before the last page is there."""
    titles = [f"Page_{number}" for number in range(MAX_ATTEMPTS + 3)]
    wiki.answers |= {title: page(title, HTML) for title in titles}
    if kind == "import_pages":
        project = make_project()
        lines = [{"question_text": f"who {title}", "document_title": title} for title in titles]
        path = write_lines(tmp_path / "a.jsonl", lines)
    else:
        project = make_project(kind=Kind.ASQA)
        path = write_json(tmp_path / "a.json", [ambigqa_question(titles=titles)])
    job = queue_import(project, path, kind=kind, fetch=True)
    dies_next = itertools.cycle([False, True])

    for module in (fetched_lines, fetched_visits):
        just_before(
            monkeypatch,
            f"{module.__name__}.fetch_page",
            lambda *_, **__: next(dies_next) and die(),
        )
    assert deaths_of(job, most=20) == len(titles) - 1
    assert job.state == JobState.SUCCEEDED


def make_run(state: JobState, *, ended: timedelta | None = None, **changes: Any) -> Job:
    """An import of project 1 that began an hour ago; with ``ended`` it has a page, and ended so
    long ago.
    """
    job = Job.objects.create(
        kind="import_pages",
        project_id=1,
        state=state,
        created_at=NOW,
        started_at=NOW - timedelta(hours=1),
        **changes,
    )
    if ended is not None:
        job.finished_at, job.result_path = NOW - ended, f"{job.pk}/nq-pages.jsonl"
        job.save()
        path = result(job)
        path.parent.mkdir(parents=True)
        path.write_text(f"{job.pk}\n")
        path.with_name(f"{path.name}.missing").write_text("{}\n")
    return job


def result(job: Job) -> Path:
    return Path(django_settings.RESULT_DIR) / job.result_path


def test_the_newest_stopped_run_hands_its_pages_on_and_all_are_forgotten(tmp_path: Path) -> None:
    older = make_run(JobState.CANCELLED, ended=timedelta(days=3))
    newer = make_run(JobState.FAILED, ended=timedelta(hours=2))
    folders = [result(each).parent for each in (older, newer)]
    new = tmp_path / "new.pages"
    take_over_pages(make_run(JobState.RUNNING), new)
    assert new.read_text() == f"{newer.pk}\n"
    assert new.with_name("new.pages.missing").exists()
    assert set(Job.objects.values_list("result_path", flat=True)) == {""}
    assert not any(folder.exists() for folder in folders)


def test_a_kill_while_pages_are_taken_over_loses_nothing(tmp_path: Path) -> None:
    stopped = make_run(JobState.FAILED, ended=timedelta(hours=2))
    job, new = make_run(JobState.RUNNING), tmp_path / "new.pages"

    def take_over_until_killed() -> None:
        for _, old in stopped_runs(job):
            move_pages(old, new)
            raise WorkerKilledError

    with pytest.raises(WorkerKilledError):
        take_over_until_killed()
    assert Job.objects.exclude(result_path="").get() == stopped
    take_over_pages(job, new)
    assert new.read_text() == f"{stopped.pk}\n"
    assert not Job.objects.exclude(result_path="").exists()


def test_other_runs_keep_what_they_have(tmp_path: Path) -> None:
    others = [
        make_run(JobState.SUCCEEDED, ended=timedelta(hours=2)),
        # It ended while this one ran, which had its own pages by then.
        make_run(JobState.FAILED, ended=timedelta(minutes=5)),
        make_run(JobState.FAILED, ended=timedelta(hours=2)),
        make_run(JobState.FAILED, ended=timedelta(hours=2)),
    ]
    Job.objects.filter(pk=others[2].pk).update(project_id=2)
    Job.objects.filter(pk=others[3].pk).update(kind="refresh_pages")
    new = tmp_path / "new.pages"
    take_over_pages(make_run(JobState.RUNNING), new)
    assert not new.exists()
    assert Job.objects.exclude(result_path="").count() == len(others)
    assert all(result(each).exists() for each in others)


def test_what_ended_too_long_ago_is_forgotten_and_not_taken_over() -> None:
    make_run(JobState.FAILED, ended=timedelta(days=2))
    assert not list(stopped_runs(make_run(JobState.RUNNING), since=NOW - timedelta(days=1)))
    assert not Job.objects.exclude(result_path="").exists()
