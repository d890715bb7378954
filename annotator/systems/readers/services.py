"""Queueing trainings."""

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError
from annotator.foundation.names.naming import spelling_among
from annotator.systems.evaluation.records.services import check_free
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


@transaction.atomic
def queue_training(
    *, project: Project, parameters: dict[str, Any], at: datetime, actor: User
) -> Job:
    """Queue the training of a new system; ``parameters`` are as in ``train_reader``.

    Raises ``ConflictError`` if a system has the name, or a training under way makes one of it.
    """
    # One after another: the second of two of one name would train for nothing.
    project = lock_project(project)
    name, split = parameters["name"], parameters["split"]
    check_free(project=project, name=name, split=split, is_trained=True)
    trainings = Job.objects.filter(kind=TRAIN_READER, project_id=project.pk)
    under_way = trainings.exclude(state__in=ENDED).values_list("parameters", flat=True)
    if known := spelling_among([each["name"] for each in under_way], name):
        raise ConflictError(
            "name_taken",
            f"A training under way makes a system called {known}.",
            fields={"name": "Give the new system another name, or cancel that training."},
        )
    return create_job(
        kind=TRAIN_READER,
        parameters=parameters,
        project_id=project.pk,
        at=at,
        created_by=actor,
        filename=f"{name}, {split}",
    )
