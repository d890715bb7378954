"""Pages are rendered as the queue comes to them, the first ones before anybody can ask."""

import os
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.assignments.ordering import set_priority
from annotator.material.corpus import rendering_job
from annotator.material.corpus.markup.rendering import RENDERING_VERSION
from annotator.material.corpus.models import Example, PageContent
from annotator.material.corpus.rendering_job import start_rendering
from annotator.material.corpus.services import refresh_rendering
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.process_pool import ProcessPool
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, QueueOrder
from tests.exchange.imports.import_jobs import run_import, write_lines
from tests.factories.corpus import AT, make_annotators, make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Of the many pages of a real import, a few."""
    settings.IMPORT_PROCESSES = 1
    settings.EXAMPLES_AT_ONCE = 1
    monkeypatch.setattr(rendering_job, "ROUND", 2)


def import_pages(project: Project, folder: Path, pages: int) -> Job:
    lines = [small_example(number, f"Page {number}") for number in range(pages)]
    return run_import(project, write_lines(folder / "lines.jsonl", lines))


def rendered(project: Project) -> list[int]:
    """The examples whose page is rendered, by the order of the queue."""
    done = PageContent.objects.filter(rendering_version=RENDERING_VERSION)
    examples = Example.objects.filter(project=project, page__in=done.values("pk"))
    return list(examples.order_by("rank").values_list("example_id", flat=True))


def in_turn(project: Project) -> list[int]:
    examples = Example.objects.filter(project=project).order_by("rank")
    return list(examples.values_list("example_id", flat=True))


def test_an_import_renders_what_annotators_can_ask_for_at_once_before_it_is_published(
    tmp_path: Path,
):
    project = make_project()
    make_annotators(project, 2)
    import_pages(project, tmp_path, 6)
    assert rendered(project) == in_turn(project)[:4]


def test_pages_are_rendered_in_the_order_of_the_queue_as_a_lead_changes_it(tmp_path: Path):
    project = make_project()
    Project.objects.update(queue_order=QueueOrder.PRIORITY)
    imported = import_pages(project, tmp_path, 7)
    PageContent.objects.update(rendering=b"", rendering_version=0)
    before = in_turn(project)
    order: list[int] = []

    def look(_: Job) -> None:
        order.extend(each for each in rendered(project) if each not in order)
        if len(order) == 1:
            last = Example.objects.get(project=project, example_id=before[-1])
            set_priority(project=project, examples=[last.pk], priority=5, at=AT, actor=None)

    job = start_rendering(project_id=project.pk, import_job=imported.pk, at=AT)
    ended = run_job(job_id=job.pk, observer=look)
    assert ended is not None
    assert (ended.state, ended.message) == (JobState.SUCCEEDED, "Rendered 7 pages.")
    # Two are under way already; then comes the one that was moved to the head.
    assert order == [*before[:2], before[-1], *before[2:-1]]


def test_pages_are_rendered_as_they_would_be_on_opening_them(tmp_path: Path):
    project = make_project()
    imported = import_pages(project, tmp_path, 3)
    PageContent.objects.update(rendering=b"", rendering_version=0)
    unrendered = list(PageContent.objects.order_by("pk"))
    opened = [bytes(refresh_rendering(content=unrendered[0]).rendering)]
    job = start_rendering(project_id=project.pk, import_job=imported.pk, at=AT)
    assert run_job(job_id=job.pk) is not None
    opened += [bytes(refresh_rendering(content=each).rendering) for each in unrendered[1:]]
    assert [bytes(each.rendering) for each in PageContent.objects.order_by("pk")] == opened


def test_an_interrupted_run_passes_over_what_is_rendered(tmp_path: Path):
    project = make_project()
    imported = import_pages(project, tmp_path, 5)
    PageContent.objects.update(rendering=b"", rendering_version=0)
    kept = PageContent.objects.order_by("pk")[1]
    PageContent.objects.filter(pk=kept.pk).update(
        rendering=b"kept", rendering_version=RENDERING_VERSION
    )
    job = start_rendering(project_id=project.pk, import_job=imported.pk, at=AT)
    assert run_job(job_id=job.pk) is not None
    assert bytes(PageContent.objects.get(pk=kept.pk).rendering) == b"kept"
    assert rendered(project) == in_turn(project)


def test_processes_of_a_pool_have_the_lowest_priority() -> None:
    with ProcessPool(os.nice, processes=1) as pool:
        assert list(pool.map([0])) == [(0, 19)]
