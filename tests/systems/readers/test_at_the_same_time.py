"""Leads who start trainings at the same moment."""

from functools import partial

import pytest

from annotator.systems.readers.services import queue_training
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from tests.at_once import outcomes_at_once
from tests.factories.corpus import AT, make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_trainings_under_one_name_one_is_queued() -> None:
    project = make_project()
    parameters = {"name": "Ours", "split": "dev"}
    queue = partial(
        queue_training,
        project=project,
        parameters=parameters,
        at=AT,
        actor=make_member(project, "lead", Role.LEAD).user,
    )
    assert outcomes_at_once([queue] * 3) == ["done", "name_taken", "name_taken"]
    assert Job.objects.get().parameters == parameters
