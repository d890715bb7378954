"""The versions of a data set: what was released, and what a new one changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotator.publishing.releases.checksums import files_of, sha256_of
from annotator.publishing.releases.figures import number
from annotator.publishing.releases.models import ReleasedVersion
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project

MOST_NAMED = 20
"""So many examples are named that were added or taken out."""
_TOTALS = {
    "examples": "Examples",
    "annotations": "Annotations that count",
    "labels": "Labels, with earlier and late ones",
    "annotators": "Annotators",
}


def version_before(project: Project, version: str) -> ReleasedVersion | None:
    """The newest other version that was released before ``version`` was first: writing a version
    again compares it with the same one.
    """
    released = ReleasedVersion.objects.filter(project=project)
    first = released.filter(version=version).order_by("pk").first()
    before = released.filter(pk__lt=first.pk) if first else released
    return before.exclude(version=version).order_by("-pk").first()


def releases_of(project: Project) -> "QuerySet[ReleasedVersion]":
    """The project's releases, newest first."""
    released = ReleasedVersion.objects.filter(project=project).order_by("-pk")
    return released.defer("example_ids", "checksums")


def record_release(
    *,
    job: Job,
    project: Project,
    manifest: Mapping[str, Any],
    example_ids: Sequence[int],
    folder: Path,
    changes: list[str],
    at: datetime,
    actor: User | None,
) -> None:
    """Keep what was released, once for a job, and say so in the project's history."""
    with transaction.atomic():
        row, is_new = ReleasedVersion.objects.get_or_create(
            job_id=job.pk,
            defaults={
                "project": project,
                "version": manifest["version"],
                "released_at": at,
                "manifest": manifest,
                "example_ids": [*example_ids],
                "checksums": {name: sha256_of(folder / name) for name in files_of(folder)},
                "changes": changes,
            },
        )
        if is_new:
            record_event(
                at=at,
                actor=actor,
                verb="wrote",
                subject="release",
                subject_id=row.pk,
                project_id=project.pk,
                details={"version": row.version, "examples": manifest["totals"]["examples"]},
            )


def changed_examples(before: Iterable[int] | None, now: Iterable[int]) -> list[str]:
    """Which examples were added and taken out, in the order of their ids; nothing if the earlier
    ones were not kept.

    >>> changed_examples([1, 2, 3], [2, 3, 4])
    ['Added examples: 4.', 'Examples taken out: 1.']
    """
    if before is None:
        return []
    old, new = {*before}, {*now}
    told = {"Added examples": sorted(new - old), "Examples taken out": sorted(old - new)}
    return [f"{words}: {_listed(ids)}." for words, ids in told.items() if ids]


def _listed(ids: Sequence[int]) -> str:
    more = len(ids) - MOST_NAMED
    shown = ", ".join(map(str, ids[:MOST_NAMED]))
    return f"{shown}, and {more:,} more" if more > 0 else shown


def changes_between(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Differences between two manifests, a sentence each.

    >>> changes_between(
    ...     {"totals": {"examples": 40}, "statistics": None},
    ...     {"totals": {"examples": 44}, "statistics": None},
    ... )
    ['Examples: 44, 4 more than before.']
    """
    told = []
    for name, words in _TOTALS.items():
        old, new = (each["totals"].get(name) for each in (before, now))
        if old is not None and new is not None and old != new:
            more = f"{new - old:,} more" if new > old else f"{old - new:,} fewer"
            told.append(f"{words}: {new:,}, {more} than before.")
    return [*told, *_changed_figures(before, now)]


def _changed_figures(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    old, new = (
        {
            (each["section"], each["name"]): each
            for each in (told["statistics"] or {}).get("figures", ())
        }
        for told in (before, now)
    )
    for key, figure in new.items():
        was, value = (_told(each) for each in (old.get(key), figure))
        if was != value:
            yield f"{figure['words'][:1].upper()}{figure['words'][1:]}: {value}, before {was}."


def _told(figure: Mapping[str, Any] | None) -> str:
    if figure is None or figure["value"] is None:
        return "not measured"
    return number(figure["value"], figure["unit"])
