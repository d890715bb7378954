"""Publishing a project's gallery on this site, and taking it back."""

import hashlib
import shutil
from datetime import datetime
from functools import partial
from pathlib import Path

import orjson
from django.db import transaction
from django.utils import timezone

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.publishing.gallery.models import Gallery
from annotator.publishing.gallery.writing import (
    check_output,
    put_into,
    work_folder,
    write_files,
)
from annotator.publishing.releases.contents import Contents
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.job_folders import published_folder
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

GALLERY = "gallery"
_WEB = ("https://", "http://")


@transaction.atomic
def request_gallery(
    *,
    project: Project,
    downloads: str,
    simulated: bool,
    allowed: list[str],
    at: datetime,
    actor: User | None,
) -> Job:
    """Queue the job that writes the project's gallery and shows it on this site.

    ``downloads`` is an address where the files can be downloaded, or "". Raises ``ConflictError``
    while one is being written.
    """
    if downloads and not downloads.startswith(_WEB):
        raise InvalidInputError(
            "bad_address",
            "This is not a web address.",
            fields={"downloads": "Give an address that begins with https://."},
        )
    lock_project(project)
    if Job.objects.filter(kind=GALLERY, project_id=project.pk).exclude(state__in=ENDED).exists():
        raise ConflictError("gallery_in_work", "A gallery is being written. Wait for it.")
    return create_job(
        kind=GALLERY,
        parameters={"downloads": downloads, "simulated": simulated, "allowed": allowed},
        project_id=project.pk,
        at=at,
        created_by=actor,
        filename=f"/gallery/{project.slug}/",
    )


def run_gallery(context: JobContext) -> str:
    """Run a ``gallery`` job; the closing sentence.

    Parameters of the job, beside those of ``write_files``: ``output``, the folder, which must not
    exist or be empty (else the gallery is shown on this site); ``simulated`` brings in simulated
    annotations.
    """
    project = project_of(context.job)
    contents = Contents(project, simulated=bool(context.parameters.get("simulated")))
    output = context.parameters.get("output")
    if output:
        check_output(output)
    place = Path(output) if output else published_folder(context.job.pk)
    if "published" not in context.checkpoint:
        # A worker may have been killed between the two steps.
        if output or not place.is_dir():
            put_into(context, write_files(context, contents, work_folder(context)), place)
        if not output:
            _publish(context, contents, place)
    told = f"{contents.examples().count():,} examples"
    return f"Published a gallery of {told}." if not output else f"Wrote a gallery of {told}."


def discard_gallery(context: JobContext) -> None:
    """Delete what an unfinished gallery has written; never the folder that was asked for."""
    shutil.rmtree(work_folder(context), ignore_errors=True)
    if not context.parameters.get("output"):
        shutil.rmtree(published_folder(context.job.pk), ignore_errors=True)


def take_gallery_down(*, project: Project, at: datetime, actor: User | None) -> None:
    """Show the project's gallery no longer, and delete its files; nothing where there is none."""
    with changing(project, at=at, actor=actor) as change:
        found = Gallery.objects.filter(project=project).first()
        if found is not None:
            _record(change, "unpublished", found)
            _delete(found)


def published_gallery(slug: str) -> Gallery | None:
    """The gallery that everybody may read of the project with this short name.

    None in the bin, and where a split, a person or an example is left out now and was not then.
    """
    found = Gallery.objects.select_related("project").filter(project__slug_key=slug).first()
    if found is None or found.project.deleted_at is not None or shows_left_out(found):
        return None
    return found


def shows_left_out(gallery: Gallery) -> bool:
    """Whether a gallery may show what releases leave out by now."""
    card = Contents(gallery.project).card
    hidden = gallery.project.hidden_split
    return (
        hidden not in ("", gallery.hidden_split)
        or not {*card.people_left_out} <= {*gallery.people_left_out}
        or not {*card.examples_left_out} <= {*gallery.examples_left_out}
    )


def is_outdated(gallery: Gallery) -> bool:
    """Whether a gallery that is written now would differ."""
    return gallery.content_sha256 != _sha256(Contents(gallery.project))


def _publish(context: JobContext, contents: Contents, place: Path) -> None:
    project, at = contents.project, timezone.now()
    sizes = [each.stat().st_size for each in place.rglob("*") if each.is_file()]
    with changing(project, at=at, actor=context.job.created_by) as change:
        earlier = Gallery.objects.filter(project=project).first()
        if earlier is not None:
            _delete(earlier)
        made = Gallery.objects.create(
            project=project,
            made_by=context.job.pk,
            version=contents.version,
            example_count=contents.examples().count(),
            byte_count=sum(sizes),
            content_sha256=_sha256(contents),
            hidden_split=project.hidden_split,
            people_left_out=[*contents.card.people_left_out],
            examples_left_out=[*contents.card.examples_left_out],
            published_at=at,
        )
        _record(change, "published", made)
        checkpoint = {**context.checkpoint, "published": True}
        context.save(checkpoint=checkpoint, further=True)


def _sha256(contents: Contents) -> str:
    return hashlib.sha256(orjson.dumps(contents.state())).hexdigest()


def _delete(gallery: Gallery) -> None:
    folder = published_folder(gallery.made_by)
    gallery.delete()
    transaction.on_commit(partial(shutil.rmtree, folder, ignore_errors=True))


def _record(change: ProjectChange, verb: str, gallery: Gallery) -> None:
    figures = {"version": gallery.version, "examples": gallery.example_count}
    change.record(verb, "gallery", change.project.pk, **figures)
