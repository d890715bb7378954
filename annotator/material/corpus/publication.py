"""Recording that examples have come into a project."""

import uuid
from datetime import datetime

import orjson
from django.db import connection

from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project


def record_publication(
    *, project: Project, import_job: uuid.UUID | None, at: datetime, actor: User | None
) -> None:
    """Add an event for each example that is about to be published: imported, by whom and which job.

    Call it before ``publish_examples``, in its transaction. One statement, however many examples,
    so the imported rows don't pass through Python again. An import that fails has published nothing
    and leaves no events.
    """
    examples = Example.objects.filter(project=project, import_job=import_job, is_published=False)
    found, parameters = examples.order_by("id").values("id").query.sql_with_params()
    details = {"job": str(import_job)} if import_job else {}
    constants = [
        Event._meta.get_field("at").get_db_prep_save(at, connection),
        actor.pk if actor else None,
        "imported",
        project.pk,
        "example",
        orjson.dumps(details).decode(),
    ]
    # Django wrote the inner query, with places for its parameters.
    statement = (
        "INSERT INTO history_event (at, actor_id, verb, project_id, subject, details,"  # noqa: S608
        " example_id, subject_id)"
        " SELECT %s, %s, %s, %s, %s, %s, found.id, CAST(found.id AS varchar(64))"
        f" FROM ({found}) AS found"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [*constants, *parameters])
