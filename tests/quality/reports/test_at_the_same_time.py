"""Several workers at the chunks of one project."""

from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from annotator.quality.reports.chunks import build_next_chunk, load_columns, plan_chunks
from annotator.quality.reports.models import AnnotationChunk
from annotator.quality.reports.services import start_statistics
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.at_once import at_once
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4
EXAMPLES = 12


@pytest.fixture
def project(settings: Any) -> Project:
    settings.EXAMPLES_IN_CHUNK = 1
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]] * EXAMPLES)
    return project


def test_several_workers_build_each_chunk_once(project: Project) -> None:
    assert plan_chunks(project) == EXAMPLES

    def work() -> Counter[bool | None]:
        outcomes: Counter[bool | None] = Counter()
        while None not in outcomes:
            outcomes[build_next_chunk(project, at=timezone.now())] += 1
        return outcomes

    totals = sum(at_once([work] * WORKERS), Counter())
    assert (totals[True], totals[None]) == (EXAMPLES, WORKERS)
    assert not AnnotationChunk.objects.exclude(claimed_at=None).exists()
    assert len(load_columns(project)) == 2 * EXAMPLES


def test_leads_who_press_the_button_together_start_one_job(project: Project) -> None:
    start = partial(start_statistics, project=project, at=AT, actor=None, queue=False)
    assert set(at_once([start] * WORKERS)) == {Job.objects.get()}
