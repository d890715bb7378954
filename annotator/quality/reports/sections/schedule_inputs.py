"""What the schedule reads besides annotations: days, assignments, waiting questions."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Min
from django.db.models.functions import TruncDate

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import QuestionThread
from annotator.material.corpus.models import Purpose
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.reports.context import Parameters
from annotator.quality.reports.sections.schedule_plots import LONGEST
from annotator.workspace.projects.models import Project


def inputs(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """``days``: pairs of a UTC date and how many annotations that count were submitted then; a
    revision goes by the day of the answer that it replaces, and imported annotations have no day.
    ``by_example``: the same of each example, as triples of its key, date and how many, of the days
    that are shown one by one.

    ``assignments``: by split and state, how many there are. ``late``: annotations that came too
    late and wait for a decision. ``waiting`` questions of annotators, the ``oldest`` since when.
    """
    purposes = parameters.hidden_split.purposes
    dated = (
        counted_annotations(project, purposes)
        .exclude(source=Source.IMPORTED)
        .annotate(day=TruncDate("assignment__submitted_at", tzinfo=UTC))
    )
    days = (
        dated.values("day").annotate(count=Count("pk")).order_by("day").values_list("day", "count")
    )
    by_example = (
        dated.filter(assignment__submitted_at__gte=_first_shown(parameters.as_of))
        .values("example", "day")
        .annotate(count=Count("pk"))
        .order_by("day", "example")
        .values_list("example", "day", "count")
    )
    threads = QuestionThread.objects.filter(
        parameters.hidden_split.rows_about("example__purpose"),
        project=project,
        waiting_since__isnull=False,
    )
    waiting = threads.aggregate(count=Count("pk"), oldest=Min("waiting_since"))
    return {
        "days": [[day.isoformat(), count] for day, count in days],
        "by_example": [[example, day.isoformat(), count] for example, day, count in by_example],
        "assignments": _assignments(project, purposes),
        "late": _late(project, purposes),
        "waiting": waiting["count"],
        "oldest": waiting["oldest"] and waiting["oldest"].astimezone(UTC).date().isoformat(),
    }


def _first_shown(as_of: str) -> datetime:
    day = datetime.fromisoformat(as_of).replace(tzinfo=UTC)
    return day - timedelta(days=LONGEST - 1)


def _assignments(project: Project, purposes: Collection[Purpose]) -> dict[str, dict[str, int]]:
    rows = (
        Assignment.objects.filter(
            project=project,
            example__is_published=True,
            example__purpose__in=purposes,
            is_control=False,
        )
        .values_list("example__split", "state")
        .annotate(count=Count("pk"))
        .order_by("example__split", "state")
    )
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for split, state, count in rows:
        found[split][state] = count
    return dict(found)


def _late(project: Project, purposes: Collection[Purpose]) -> int:
    asked = Annotation.objects.current().filter(
        project=project, example__is_published=True, example__purpose__in=purposes
    )
    return asked.filter(is_late=True, assignment__slot__isnull=True).count()
