"""Two imports into one project at the same time."""

import uuid
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from annotator.material.corpus.models import Example, Page, PageContent
from annotator.material.corpus.services import (
    NewExample,
    create_examples,
    discard_batch,
    store_pages,
)
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.at_once import at_once
from tests.exchange.imports.import_jobs import queue_import, write_lines
from tests.factories.corpus import AT, make_page, make_project
from tests.material.formats.nq_examples import small_example
from tests.meanwhile import meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_imports_that_share_pages_both_arrive_whole(tmp_path: Path, settings: Any) -> None:
    settings.EXAMPLES_AT_ONCE = 3
    project = make_project("dev", overlap=2)
    jobs = []
    for number in range(2):
        lines = [small_example(100 * number + n, f"Page {n % 4}") for n in range(24)]
        path = write_lines(tmp_path / f"{number}.jsonl", lines)
        jobs.append(queue_import(project, path, annotations=True))
    at_once([partial(run_job, job_id=job.pk) for job in jobs])
    assert [Job.objects.get(pk=job.pk).state for job in jobs] == [JobState.SUCCEEDED] * 2
    published = Example.objects.filter(project=project, is_published=True)
    assert sorted(published.values_list("position", flat=True)) == list(range(1, 49))
    assert Page.objects.count() == 4


def on_the_page(project: Project, number: int, *, import_job: uuid.UUID | None = None) -> Example:
    """An example on a page that is stored, or written now."""
    with transaction.atomic():
        new = NewExample(number, f"what is it ({number})", position=number, page=make_page())
        return create_examples(project=project, new=[new], at=AT, import_job=import_job)[0]


@pytest.mark.only_on("postgresql", reason="SQLite has a single writer")
@pytest.mark.parametrize("discards_first", [False, True])
def test_a_page_that_one_import_discards_and_another_uses_is_there(discards_first: bool) -> None:
    project, failed = make_project(), uuid.uuid4()
    on_the_page(project, 1, import_job=failed)

    def discard() -> int:
        return discard_batch(import_job=failed)

    def use() -> Example:
        return on_the_page(project, 2)

    meanwhile(*((discard, use) if discards_first else (use, discard)))
    [left] = Example.objects.select_related("page")
    assert left.example_id == 2
    assert left.page == Page.objects.get()
    assert PageContent.objects.filter(page=left.page).exists()


@pytest.mark.django_db
def test_nothing_is_written_for_no_pages() -> None:
    assert store_pages(packed=[]) == {}
