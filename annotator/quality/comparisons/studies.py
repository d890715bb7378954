"""What becomes of a study once it is open: its end, and automatic scores of its systems."""

import math
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.comparisons.models import ComparedSystem, Comparison, ComparisonStudy
from annotator.quality.reviews.working import lock_review, record
from annotator.workspace.accounts.models import User

MOST_METRICS = 50
LONGEST_METRIC = 100


@transaction.atomic
def finish_study(*, study: ComparisonStudy, at: datetime, actor: User | None) -> ComparisonStudy:
    """End a study: comparisons that are missing stay missing.

    Raises ``ConflictError`` with code ``study_finished`` if it has ended, ``nothing_compared`` if
    no comparison was submitted.
    """
    study = lock_review(ComparisonStudy, study.pk)
    if study.finished_at is not None:
        raise ConflictError("study_finished", "This study is already finished.")
    made = Comparison.objects.filter(pair__study=study, submitted_at__isnull=False).count()
    if not made:
        raise ConflictError("nothing_compared", "Nobody has compared anything in this study yet.")
    study.finished_at = at
    study.save(update_fields=["finished_at"])
    record(study, "finished", at, actor, comparisons=made)
    return study


@transaction.atomic
def change_scores(
    *,
    study: ComparisonStudy,
    scores: Mapping[str, Mapping[str, float | None]],
    at: datetime,
    actor: User | None,
) -> None:
    """Change single automatic scores, by the system's name and the metric's; None removes one.

    All other scores stay. Raises ``InvalidInputError`` for a system that the study has not, a score
    that is not a finite number, a metric without a name.
    """
    study = lock_review(ComparisonStudy, study.pk)
    systems = {system.name: system for system in study.systems.all()}
    for name, given in scores.items():
        if name not in systems:
            known = ", ".join(sorted(systems))
            # A name that can't be shown can't be one of them.
            _refuse(name if name.isprintable() else "", f"This study compares {known}.")
        _check_scores(name, given)
        row = {**systems[name].scores, **given}
        kept = {metric: float(score) for metric, score in row.items() if score is not None}
        if len(kept) > MOST_METRICS:
            _refuse(name, f"Give at most {MOST_METRICS} scores.")
        systems[name].scores = kept
    ComparedSystem.objects.bulk_update(systems.values(), ["scores"])
    metrics = sorted({metric for given in scores.values() for metric in given})
    record(study, "changed", at, actor, scores=metrics)


def _check_scores(name: str, given: Mapping[str, float | None]) -> None:
    for metric, score in given.items():
        if not metric.strip() or not metric.isprintable() or len(metric) > LONGEST_METRIC:
            _refuse(name, f"Name each metric, in at most {LONGEST_METRIC} visible characters.")
        if score is not None and not math.isfinite(score):
            _refuse(f"{name}.{metric}", "Write a finite number.")


def _refuse(field: str, fix: str) -> None:
    raise InvalidInputError(
        "invalid", "These scores can't be kept.", fields={f"scores.{field}".strip("."): fix}
    )
