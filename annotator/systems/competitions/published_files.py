"""Files of splits for download, made by a job and kept until they are made again or taken down."""

import hashlib
import shutil
import uuid
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.kinds import files_of, kinds_with
from annotator.material.corpus.splits import flaw_of_split
from annotator.systems.competitions.models import Audience, Competition, PublishedFile
from annotator.systems.competitions.opening import lock_competition, record
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.registry import handler_of
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.kinds import ROOMS
from annotator.workspace.projects.models import Project

PUBLISH_FILE = "publish_file"

QUESTIONS = tuple(name for kind in ROOMS for name in files_of(kind).QUESTIONS)
"""Formats without answers."""

FORMATS = (*(name for kind in ROOMS for name in files_of(kind).ANSWERS), *QUESTIONS)

FOLDER = "published"
"""Below the folder of results, which the web server may send."""


@transaction.atomic
def request_file(
    *,
    competition: Competition,
    split: str,
    form: str,
    audience: str,
    at: datetime,
    actor: User | None,
) -> Job:
    """Queue the job that makes a file of a split and offers it for download.

    Raises ``InvalidInputError`` for a split that the project doesn't have, a format of another kind
    of project, and for the hidden split any format with answers.
    """
    competition = lock_competition(competition)
    project, chosen = competition.project, EXPORT_FORMATS[form]
    problems = {}
    if flaw := flaw_of_split(project, split):
        problems["split"] = flaw
    if project.kind not in (kinds := kinds_with(form)):
        problems["format"] = f"{form} is for projects of kind {' or '.join(kinds)}."
    elif split == project.hidden_split and form not in QUESTIONS:
        problems["format"] = f"{split} is hidden: publish its questions alone."
    if problems:
        raise InvalidInputError("invalid_file", "This file can't be published.", fields=problems)
    job_id = uuid.uuid4()
    name = chosen.filename(f"{project.slug}-{split}")
    return create_job(
        job_id=job_id,
        kind=PUBLISH_FILE,
        parameters={
            **chosen.fixed,
            "splits": [split],
            "output": str(_folder(job_id) / name),
            "published_as": {"format": form, "audience": audience},
        },
        project_id=project.pk,
        at=at,
        created_by=actor,
        filename=name,
    )


def publish_file_of_job(context: JobContext) -> str:
    """Run a ``publish_file`` job: write the file as an export does, and offer it.

    Parameters: those of the export, with ``splits`` (one) and ``output``; and ``published_as`` with
    ``format`` and ``audience``.
    """
    parameters = context.parameters
    path, published = Path(parameters["output"]), parameters["published_as"]
    if "published" in context.checkpoint:
        return f"Published {path.name}."
    path.parent.mkdir(parents=True, exist_ok=True)
    handler_of(EXPORT_FORMATS[published["format"]].job).run(context)
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    with transaction.atomic():
        found = Competition.objects.filter(pk=context.job.project_id).first()
        if found is None:
            raise JobFailedError("The competition is gone.")
        competition = lock_competition(found)
        (split,) = parameters["splits"]
        if split == competition.project.hidden_split and published["format"] not in QUESTIONS:
            raise JobFailedError(f"{split} was hidden after this was queued.")
        at, actor = timezone.now(), context.job.created_by
        earlier = competition.files.filter(split=split, format=published["format"])
        _delete(list(earlier))
        offered = PublishedFile.objects.create(
            competition=competition,
            split=split,
            format=published["format"],
            audience=published["audience"],
            name=path.name,
            size=path.stat().st_size,
            sha256=sha256,
            made_by=context.job.pk,
            published_at=at,
        )
        _record(offered, "published", at=at, actor=actor)
        checkpoint = {**context.checkpoint, "published": True}
        context.save(checkpoint=checkpoint, further=True)
    return f"Published {path.name}."


@transaction.atomic
def take_down(*, file: PublishedFile, at: datetime, actor: User | None) -> None:
    """Delete a file that is offered for download."""
    lock_competition(file.competition)
    found = PublishedFile.objects.filter(pk=file.pk).first()
    if found is None:
        raise ConflictError("gone", "This file has been taken down already.")
    _record(found, "unpublished", at=at, actor=actor)
    _delete([found])


def path_of(file: PublishedFile) -> Path:
    """Where the file is."""
    return _folder(file.made_by) / file.name


def folders_of_project(project: Project) -> list[Path]:
    """The folders of all files that the project's competition offers."""
    made = PublishedFile.objects.filter(competition__project=project)
    return [_folder(job) for job in made.values_list("made_by", flat=True)]


def _delete(files: list[PublishedFile]) -> None:
    for file in files:
        file.delete()
        transaction.on_commit(partial(shutil.rmtree, _folder(file.made_by), ignore_errors=True))


def _folder(job_id: uuid.UUID) -> Path:
    return Path(settings.RESULT_DIR) / FOLDER / str(job_id)


def _record(file: PublishedFile, verb: str, *, at: datetime, actor: User | None) -> None:
    record(
        file.competition,
        verb,
        at=at,
        actor=actor,
        subject="published_file",
        subject_id=file.pk,
        split=file.split,
        format=file.format,
        audience=Audience(file.audience).value,
    )
