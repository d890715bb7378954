"""Jobs that change the queue of a large project: a worker that is to end hands them over."""

from collections.abc import Callable
from typing import Any

import pytest

from annotator.collecting.assignments.ordering import SET_PRIORITIES, change_queue
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import create_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.jobs import run_here
from tests.workspace.jobs.killed_runs import a_stop_was_asked

pytestmark = pytest.mark.django_db


def ordering(project: Project) -> Job | None:
    return change_queue(project=project, at=AT, actor=None, queue_order="random")[1]


def giving_priorities(project: Project) -> Job | None:
    parameters = {"priority": 4, "state": "", "search": "", "split": ""}
    return create_job(
        kind=SET_PRIORITIES, parameters=parameters, project_id=project.pk, at=AT, created_by=None
    )


def adding_slots(project: Project) -> Job | None:
    return change_overlap(project=project, overlap=5, at=AT, actor=None)[1]


@pytest.mark.parametrize(
    ("begin", "message"),
    [
        (ordering, "Put 2 examples in order."),
        (giving_priorities, "2 examples have priority 4 now."),
        (adding_slots, "2 examples changed to 5 each."),
    ],
)
def test_a_worker_that_is_to_end_hands_the_job_over_after_the_present_batch(
    begin: Callable[[Project], Job | None],
    message: str,
    settings: Any,
) -> None:
    settings.SLOTS_AT_ONCE = 3
    project = make_project()
    make_examples(project, 2)
    job = begin(project)
    assert job is not None
    with a_stop_was_asked():
        run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts) == (JobState.QUEUED, 2, 0)
    run_here(job)
    assert (job.state, job.done, job.message) == (JobState.SUCCEEDED, 2, message)
