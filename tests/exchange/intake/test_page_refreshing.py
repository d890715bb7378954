from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from annotator.collecting.annotations.models import Annotation
from annotator.exceptions import InvalidInputError
from annotator.exchange.imports.page_packing import derive_example_id
from annotator.exchange.intake import page_refreshing
from annotator.exchange.intake.page_refreshing import ask_again, refreshed_pages, start_refreshing
from annotator.material.corpus.models import Example
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import MAX_ATTEMPTS, create_job, run_job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.exchange.imports.wiki_server import Wiki, page
from tests.factories.corpus import AT, make_annotators, make_project
from tests.factories.jobs import run_here
from tests.factories.judgments import annotate_example
from tests.just_before import just_before
from tests.workspace.jobs.killed_runs import (
    WorkerKilledError,
    deaths_of,
    die,
    interrupt_at,
    make_stale,
)

pytestmark = pytest.mark.django_db

OLD = "<h1>Bob</h1><p>A bob hangs on a line.</p><p>Masons use it on walls.</p>"
NEW = "<h1>Bob</h1><p>A bob hangs on a line.</p><p>Builders use it on walls.</p>"


@pytest.fixture
def project(wiki: Wiki, tmp_path: Path) -> Project:
    """Two questions on a page of revision 1, and one on a page that is gone by now.

    The first is answered with the paragraph that stays, the second with the one that changes.
    """
    project = make_project()
    (user,) = make_annotators(project, 1)
    lines = [
        {
            "question_text": question,
            "document_url": f"{wiki.site}/w/index.php?title={title}&oldid=1",
            "document_title": title,
            "document_html": OLD,
            "split": "dev",
        }
        for question, title in (("what is it", "Bob"), ("who uses it", "Bob"), ("why", "Gone"))
    ]
    run_import(project, write_lines(tmp_path / "a.jsonl", lines), kind="import_pages")
    for example, box in zip(project.examples.order_by("position"), (0, 1), strict=False):
        annotate_example(
            example,
            user,
            {
                "question_quality": "good",
                "long_answer": {"candidate_index": box},
                "short_answers": [],
                "yes_no_answer": "NONE",
            },
        )
    wiki.answers["Bob"] = page("Bob", NEW, revision=2)
    return project


def refresh(project: Project, **choice: Any) -> Job:
    job = start_refreshing(project=project, at=AT, actor=None, queue=False, **choice)
    run_job(job_id=job.pk)
    return Job.objects.get(pk=job.pk)


def test_touched_examples_are_found_and_asked_again_on_the_new_revision(
    project: Project, wiki: Wiki, capsys: pytest.CaptureFixture[str]
) -> None:
    _, second, _ = project.examples.order_by("position")
    old_page = second.page
    call_command("refresh_pages", project.slug, "--ask-again")
    said = (
        "Checked 2 pages: 1 changed, 1 missing. 1 example has an answer affected by the changes. "
        "Their import has started."
    )
    assert capsys.readouterr().out.splitlines() == [
        "Bob: changed.",
        "  - <P> Masons use it on walls . </P>",
        "  + <P> Builders use it on walls . </P>",
        f"  example {second.example_id} (long answer): who uses it",
        "Gone: missing. There is no page titled Gone.",
        said,
        "Imported 1 example.",
    ]
    new = Example.objects.select_related("question", "page__source").latest("position")
    assert new.page is not None
    assert (new.question.text, new.split, new.page.source.revision) == ("who uses it", "dev", 2)
    assert new.page.url == f"{wiki.site}/w/index.php?title=Bob&oldid=2"
    assert new.example_id == derive_example_id(question="who uses it", page_sha256=new.page.sha256)
    second.refresh_from_db()
    assert second.page == old_page
    assert Annotation.objects.filter(example=second).count() == 1
    assert not Annotation.objects.filter(example=new).exists()


def test_the_command_leaves_the_imports_of_others_alone(project: Project) -> None:
    upload = create_job(
        kind="import_pages",
        parameters={"paths": ["/nowhere.jsonl"]},
        project_id=project.pk,
        at=timezone.now() + timedelta(days=1),
        created_by=None,
    )
    for title in ("Gone", "Bob"):
        call_command("refresh_pages", project.slug, "--ask-again", "--title", title)
    upload.refresh_from_db()
    assert upload.state == JobState.QUEUED
    assert Example.objects.filter(project=project).count() == 4


def test_what_was_found_can_be_asked_later_and_once(project: Project) -> None:
    job = refresh(project, titles=["Bob"])
    (row,) = refreshed_pages(job)
    assert (row.state, [each.touched for each in row.examples]) == (
        "changed",
        [[], ["long answer"]],
    )
    for _ in range(2):
        again = ask_again(job=job, at=AT, actor=None)
        run_here(again)
        assert again.state == JobState.SUCCEEDED
    assert Example.objects.count() == 4
    assert row.examples[1].new_example_id == str(Example.objects.latest("position").example_id)


def test_of_what_was_found_only_the_rows_that_are_shown_are_read(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = refresh(project)
    read: list[str] = []
    just_before(
        monkeypatch, f"{page_refreshing.__name__}._row_of", lambda line: read.append(line["state"])
    )
    found = refreshed_pages(job)
    assert (len(found), [row.state for row in found[:1]], read) == (2, ["changed"], ["changed"])


def test_the_same_revision_and_the_same_text_are_no_change(project: Project, wiki: Wiki) -> None:
    first = project.examples.order_by("position")[0]
    for revision in (1, 3):
        wiki.answers["Bob"] = page("Bob", OLD, revision=revision)
        job = refresh(project, example_ids=[first.example_id])
        assert [row.state for row in refreshed_pages(job)] == ["same"]
        assert job.message == (
            "Checked 1 page: 1 same. 0 examples have an answer affected by the changes."
        )
        with pytest.raises(InvalidInputError, match="No answer is affected"):
            ask_again(job=job, at=AT, actor=None)


def test_after_a_kill_no_page_is_fetched_twice(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_refreshing(project=project, at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    run_here(job)
    assert [row.state for row in refreshed_pages(job)] == ["changed", "missing"]
    assert wiki.asked == {"Bob": 1, "Gone": 1, "log": 1}


def test_a_check_that_dies_each_time_once_its_pages_are_there_is_given_up(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_refreshing(project=project, at=AT, actor=None, queue=False)
    just_before(monkeypatch, f"{page_refreshing.__name__}._sentence", die)
    assert deaths_of(job, most=9) == MAX_ATTEMPTS
    assert (job.state, wiki.asked["Bob"]) == (JobState.FAILED, 1)


@pytest.mark.parametrize("asks_again", [True, False])
def test_a_check_killed_at_its_very_end_changes_no_file_under_its_reader(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch, asks_again: bool
) -> None:
    def die(*_: Any, **__: Any) -> str:
        raise WorkerKilledError

    job = start_refreshing(project=project, at=AT, actor=None, ask_again=asks_again, queue=False)
    with monkeypatch.context() as patched:
        patched.setattr(page_refreshing, "_sentence", die)
        with pytest.raises(WorkerKilledError):
            run_job(job_id=job.pk)
    make_stale(job)
    (path,) = (Path(settings.RESULT_DIR) / str(job.pk)).glob("*.asked.jsonl")
    before = path.read_bytes()
    with path.open("rb") as reader:
        # So that the next run would write something else.
        project.examples.update(split="train")
        run_job(job_id=job.pk)
        assert reader.read() == before
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    # What an import reads stays; otherwise a new file has taken the place of the old one.
    assert (path.read_bytes() == before) == asks_again


@pytest.mark.parametrize(
    ("ended", "asked"), [(timedelta(hours=20), 1), (timedelta(days=2), 2)], ids=["today", "earlier"]
)
def test_pages_of_a_cancelled_check_are_asked_for_again_only_after_a_day(
    project: Project, wiki: Wiki, ended: timedelta, asked: int
) -> None:
    def cancel(job: Job) -> None:
        if job.done:
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    job = start_refreshing(project=project, at=AT, actor=None, queue=False)
    run_job(job_id=job.pk, observer=cancel)
    job.refresh_from_db()
    assert (job.state, job.message) == (
        JobState.CANCELLED,
        "Cancelled. What was fetched is kept for a day: start it again to go on.",
    )
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now() - ended)
    assert [row.state for row in refreshed_pages(refresh(project))] == ["changed", "missing"]
    assert (wiki.asked["Bob"], wiki.asked["Gone"]) == (asked, 1)
    job.refresh_from_db()
    assert job.result_path == ""


def test_a_wiki_that_asks_to_wait_leaves_what_was_fetched(project: Project, wiki: Wiki) -> None:
    wiki.answers["Gone"] = [(429, {"Retry-After": "3600"}, b"")]
    failed = refresh(project)
    assert failed.message.endswith("Start again later: what was fetched is kept for a day.")
    wiki.answers["Gone"] = page("Gone", OLD)
    refresh(project)
    assert wiki.asked["Bob"] == 1


def test_a_killed_command_goes_on_where_it_was(
    project: Project, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = start_refreshing(project=project, at=AT, actor=None, queue=False)
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    call_command("refresh_pages", project.slug)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert Job.objects.filter(kind=job.kind).count() == 1
    assert wiki.asked == {"Bob": 1, "Gone": 1, "log": 1}


def test_other_attributes_alone_are_no_change(project: Project, wiki: Wiki) -> None:
    wiki.answers["Bob"] = page("Bob", OLD.replace("<p>", '<p id="mwAg">'), revision=2)
    (row,) = refreshed_pages(refresh(project, titles=["Bob"]))
    assert row.state == "same"


def test_a_page_that_comes_from_no_wiki_is_not_looked_up_by_its_title(
    project: Project, wiki: Wiki, tmp_path: Path
) -> None:
    line = {
        "question_text": "what is here",
        "document_url": "https://example.org/x.html",
        "document_title": "Bob",
        "document_html": OLD,
    }
    run_import(project, write_lines(tmp_path / "b.jsonl", [line]), kind="import_pages")
    example = Example.objects.latest("position")
    (row,) = refreshed_pages(refresh(project, example_ids=[example.example_id]))
    assert (row.state, row.reason) == (
        "refused",
        "https://example.org/x.html is not the address of a wiki's page.",
    )
    assert not wiki.asked


def test_a_revision_without_an_answer_to_choose_is_refused(project: Project, wiki: Wiki) -> None:
    wiki.answers["Bob"] = page("Bob", "words alone", revision=2)
    (row,) = refreshed_pages(refresh(project, titles=["Bob"]))
    assert row.state == "refused"
    assert row.reason.startswith("The new revision can't be used: the page has no paragraph")


def test_a_page_that_the_wiki_refuses_stops_no_other(project: Project, wiki: Wiki) -> None:
    wiki.answers["Bob"] = [(403, {}, b"")]
    refused, missing = refreshed_pages(refresh(project))
    assert (refused.state, missing.state) == ("refused", "missing")
    assert refused.reason.endswith("the server answered with status 403.")


def test_json_has_what_was_found(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("refresh_pages", project.slug, "--json", "--title", "Bob")
    found = orjson.loads(capsys.readouterr().out.splitlines()[-1])["pages"]
    assert [(each["state"], len(each["examples"])) for each in found] == [("changed", 2)]


def test_without_a_chosen_page_nothing_starts(project: Project) -> None:
    for chosen, code in (
        ({"titles": ["Other"]}, "no_pages"),
        ({"example_ids": [1]}, "no_pages"),
    ):
        with pytest.raises(InvalidInputError) as error:
            start_refreshing(project=project, at=AT, actor=None, **chosen)  # type: ignore[arg-type]
        assert error.value.code == code
    with pytest.raises(InvalidInputError) as error:
        start_refreshing(project=make_project("a", kind="asqa"), at=AT, actor=None)
    assert error.value.code == "wrong_kind"
