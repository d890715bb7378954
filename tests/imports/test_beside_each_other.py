"""Two imports into one project at the same time."""

from pathlib import Path
from threading import Barrier, Thread

import pytest
from django.db import connections

from annotator.corpus.models import Example, Page
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import run_job
from tests.factories.corpus import make_project
from tests.formats.nq_examples import small_example
from tests.imports.import_jobs import queue_import, write_lines

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_imports_that_share_pages_both_arrive_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.imports.importer.BATCH_EXAMPLES", 3)
    project = make_project("dev", overlap=2)
    start = Barrier(2)
    jobs = []
    for number in range(2):
        lines = [small_example(100 * number + n, f"Page {n % 4}") for n in range(24)]
        path = write_lines(tmp_path / f"{number}.jsonl", lines)
        jobs.append(queue_import(project, path, annotations=True))

    def run(job: Job) -> None:
        start.wait()
        run_job(job_id=job.pk)
        connections.close_all()

    threads = [Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [Job.objects.get(pk=job.pk).state for job in jobs] == [JobState.SUCCEEDED] * 2
    published = Example.objects.filter(project=project, is_published=True)
    assert sorted(published.values_list("position", flat=True)) == list(range(1, 49))
    assert Page.objects.count() == 4
