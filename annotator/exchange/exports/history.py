"""``export_history``: who did what in a project, and their answers, as JSON lines or CSV."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson
from django.conf import settings
from django.db.models import QuerySet

from annotator.collecting.annotations.answer_fields import exported
from annotator.collecting.annotations.kinds import answer_of, answers_of, rows_of_answers
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment
from annotator.exchange.exports.destination import destination_of
from annotator.exchange.exports.formats import EXPORT_FORMATS
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.exchange.exports.writing import Piece, write_resumably
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.draw_seeds import shown_details
from annotator.material.corpus.models import Example
from annotator.material.corpus.splits import check_splits_of_job, main_examples
from annotator.material.corpus.visibility import visible_rows
from annotator.material.formats.csv_lines import csv_head, csv_line
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of

FORMATS = ("jsonl", "csv")
NAMES = ("pseudonyms", "real")
COLUMNS = (
    "id", "at", "person", "verb", "subject", "subject_id", "example_id", "details", "annotation"
)  # fmt: skip

Row = dict[str, Any]


def export_history(context: JobContext) -> str:
    """Run an ``export_history`` job; the closing sentence.

    Parameters of the job: ``format`` (``jsonl`` or ``csv``), ``names`` (``pseudonyms`` or
    ``real``), ``splits`` (what happened to their examples, and nothing else; else everything but
    what happened to the hidden split), ``output``, where the file goes (else into the job's
    result).
    """
    project = project_of(context.job)
    form = context.parameters["format"]
    name = EXPORT_FORMATS[f"history-{form}"].filename(project.slug)
    is_csv = form == "csv"
    encode = _as_csv if is_csv else _as_json
    rows_of = _RowMaker(project, real_names=context.parameters["names"] == "real")
    events = _events(project, check_splits_of_job(context.job, project))
    progress = write_resumably(
        context,
        destination_of(context, name=name),
        start={"last": 0},
        pieces=lambda progress: _pieces(events, rows_of, encode, progress["last"]),
        total=events.count(),
        batch=settings.ROWS_AT_ONCE,
        noun="events",
        opening=csv_head(COLUMNS).encode() if is_csv else b"",
    )
    total = progress["written"]
    return f"Exported {total:,} event{'' if total == 1 else 's'}."


def _events(project: Project, splits: Sequence[str]) -> "QuerySet[Event]":
    """The events in their order."""
    events = Event.objects.filter(project_id=project.pk).order_by("pk")
    events = without_controls(events, project)
    if not splits:
        return visible_rows(events, None)
    # An event has the number of its example and no foreign key.
    return events.filter(example_id__in=main_examples(project, splits).order_by().values("pk"))


def without_controls(events: "QuerySet[Event]", project: Project) -> "QuerySet[Event]":
    """Without what happened to controls while somebody answered them."""
    controls = Assignment.objects.filter(project=project, is_control=True)
    answers = Annotation.objects.filter(assignment__in=controls)
    # An event has the key of its subject as text.
    assignments, annotations = (
        [str(key) for key in rows.values_list("pk", flat=True)] for rows in (controls, answers)
    )
    return events.exclude(subject="assignment", subject_id__in=assignments).exclude(
        subject="annotation", subject_id__in=annotations
    )


def _pieces(
    events: "QuerySet[Event]", rows_of: "_RowMaker", encode: Callable[[Row], bytes], last: int
) -> Iterator[Piece]:
    """The events after the one with the key ``last``."""
    for keys in keys_in_batches(events.filter(pk__gt=last), size=settings.ROWS_AT_ONCE):
        batch = list(Event.objects.filter(pk__in=keys).select_related("actor").order_by("pk"))
        for event, row in zip(batch, rows_of(batch), strict=True):
            yield Piece(encode(row), {"last": event.pk})


def _as_json(row: Row) -> bytes:
    filled = {name: value for name, value in row.items() if name != "annotation" or value}
    return orjson.dumps(filled, option=orjson.OPT_APPEND_NEWLINE)


def _as_csv(row: Row) -> bytes:
    nested = {
        name: orjson.dumps(row[name]).decode() if row[name] else ""
        for name in ("details", "annotation")
    }
    return csv_line([(row | nested)[name] for name in COLUMNS]).encode()


class _RowMaker:
    """Makes rows of events, with a few queries for each batch."""

    def __init__(self, project: Project, *, real_names: bool) -> None:
        self._project = project
        self._pseudonymiser = None if real_names else Pseudonymiser(project)

    def __call__(self, events: Sequence[Event]) -> Iterator[Row]:
        people = self._people(events)
        examples = Example.objects.filter(
            pk__in={event.example_id for event in events if event.example_id is not None}
        )
        example_ids = dict(examples.order_by().values_list("pk", "example_id"))
        annotations = self._annotations(events)
        for event in events:
            hide = self._pseudonymiser.hide if self._pseudonymiser else _as_it_is
            yield {
                "id": event.pk,
                "at": event.at.isoformat(),
                "person": None if event.actor_id is None else people[event.actor_id],
                "verb": event.verb,
                "subject": event.subject,
                "subject_id": event.subject_id,
                "example_id": example_ids.get(event.example_id or 0),
                "details": hide(shown_details(event, self._project, hidden=False)),
                "annotation": hide(annotations.get(_annotation_id(event) or 0, {})) or None,
            }

    def _people(self, events: Sequence[Event]) -> dict[int, str]:
        actors = {event.actor.pk: event.actor for event in events if event.actor}.values()
        role = None if self._pseudonymiser else Role.LEAD
        names = names_of(project=self._project, viewer_role=role, users=actors)
        if self._pseudonymiser:
            return names
        # Two people may have the same display name, and a file must tell them apart.
        return names | {each.pk: each.username for each in actors if each.erased_at is None}

    def _annotations(self, events: Sequence[Event]) -> dict[int, Row]:
        ids = [number for event in events if (number := _annotation_id(event)) is not None]
        found = Annotation.objects.filter(pk__in=ids).select_related(
            *rows_of_answers(), "guideline"
        )
        found = found.prefetch_related(*answers_of(self._project.kind).BESIDE)
        return {annotation.pk: _describe(annotation) for annotation in found}


def _as_it_is(values: Row) -> Row:
    return values


def _annotation_id(event: Event) -> int | None:
    """The annotation of an event, if it has one."""
    if event.subject == "annotation" and event.verb in ("submitted", "revised"):
        return int(event.subject_id)
    return None


def _describe(annotation: Annotation) -> Row:
    """An answer with the facts about how it came to be."""
    _, answers, row = answer_of(annotation)
    return {
        "annotation_id": annotation.annotation_id,
        "revision_of": annotation.revision_of_id,
        "reason": annotation.reason,
        "late": annotation.is_late,
        "guideline_version": annotation.guideline.version if annotation.guideline else None,
        "client_version": annotation.client_version,
        **exported(answers.FIELDS, row),
    }
