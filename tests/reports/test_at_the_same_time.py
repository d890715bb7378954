"""Several workers at the chunks of one project."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from annotator.jobs.models import Job
from annotator.projects.models import Project
from annotator.reports import chunks
from annotator.reports.chunks import build_next_chunk, load_columns, plan_chunks
from annotator.reports.models import AnnotationChunk
from annotator.reports.services import start_statistics
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4
EXAMPLES = 12


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setattr(chunks, "EXAMPLES", 1)
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]] * EXAMPLES)
    return project


def in_threads(work: object) -> list[object]:
    """What ``work`` gives in each of the workers, who begin together."""
    start = Barrier(WORKERS)

    def run(_: int) -> object:
        try:
            start.wait()
            return work()  # type: ignore[operator]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as threads:
        return list(threads.map(run, range(WORKERS)))


def test_several_workers_build_each_chunk_once(project: Project) -> None:
    assert plan_chunks(project) == EXAMPLES

    def work() -> Counter[bool | None]:
        outcomes: Counter[bool | None] = Counter()
        while None not in outcomes:
            outcomes[build_next_chunk(project, at=timezone.now())] += 1
        return outcomes

    totals = sum(in_threads(work), Counter())  # type: ignore[arg-type]
    assert (totals[True], totals[None]) == (EXAMPLES, WORKERS)
    assert not AnnotationChunk.objects.exclude(claimed_at=None).exists()
    assert len(load_columns(project)) == 2 * EXAMPLES


def test_leads_who_press_the_button_together_start_one_job(project: Project) -> None:
    jobs = in_threads(lambda: start_statistics(project=project, at=AT, actor=None, queue=False).pk)
    assert set(jobs) == {Job.objects.get().pk}
