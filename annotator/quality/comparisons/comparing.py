"""Comparing: the next pair, drafts, submitting."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.comparisons.models import (
    Comparison,
    ComparisonStudy,
    Preference,
    StudyComparer,
)
from annotator.quality.reviews.working import lock_review
from annotator.workspace.history.services import record_event

RESPECTS = ("ambiguity", "fluency", "overall")
"""*Evaluation 2*: in which respects one answer is preferred."""


SAID = ("left_captures", "right_captures", *RESPECTS)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a comparer says about a pair; None for what is missing.

    One entry in ``left_captures`` and ``right_captures`` for each disambiguation.
    """

    left_captures: Sequence[bool | None]
    right_captures: Sequence[bool | None]
    ambiguity: str | None
    fluency: str | None
    overall: str | None
    comment: str = ""
    seconds: float | None = None


def next_comparison(comparer: StudyComparer) -> Comparison | None:
    """The first of somebody's comparisons that is open, by their order; None at the end."""
    if comparer.study.finished_at is not None or comparer.study.cancelled_at is not None:
        return None
    return comparer.comparisons.filter(submitted_at=None).order_by("position").first()


def _lock(comparison: Comparison) -> tuple[Comparison, ComparisonStudy]:
    """The comparison, locked. The study is locked first, as in finishing it."""
    study = lock_review(ComparisonStudy, comparison.comparer.study_id)
    locked = (
        Comparison.objects.select_for_update(no_key=True, of=("self",))
        .select_related("pair", "comparer__user")
        .get(pk=comparison.pk)
    )
    return locked, study


def _refuse_late(comparison: Comparison, study: ComparisonStudy, version: int | None) -> None:
    if comparison.submitted_at is not None:
        raise ConflictError("already_submitted", "This comparison is already submitted.")
    if study.finished_at is not None:
        raise ConflictError("study_finished", "A lead has finished this study.")
    if version is not None and version != comparison.version:
        raise ConflictError(
            "stale_draft", "Another tab has saved a later version of this comparison."
        )


@transaction.atomic
def save_comparison_draft(
    *, comparison: Comparison, version: int, draft: Mapping[str, Any]
) -> Comparison:
    """Store a comparison so far; ``version`` is the one that was read (0: none yet).

    Raises ``ConflictError`` with code ``stale_draft`` when another tab saved a later one,
    ``already_submitted`` or ``study_finished``.
    """
    comparison, study = _lock(comparison)
    _refuse_late(comparison, study, version)
    comparison.draft, comparison.version = dict(draft), version + 1
    comparison.save(update_fields=["draft", "version"])
    return comparison


@transaction.atomic
def submit_comparison(
    *,
    comparison: Comparison,
    evaluation: Evaluation,
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
) -> tuple[Comparison, bool]:
    """Submit a comparison; it, and whether it is new. The same key again changes nothing.

    Raises ``InvalidInputError`` with code ``incomplete`` and a sentence for each field in which
    anything is missing, ``ConflictError`` as ``save_comparison_draft``.
    """
    comparison, study = _lock(comparison)
    if idempotency_key and comparison.idempotency_key == idempotency_key:
        return comparison, False
    _refuse_late(comparison, study, version)
    _check_complete(evaluation, comparison.pair.disambiguation_count)
    comparison.left_captures = list(evaluation.left_captures)
    comparison.right_captures = list(evaluation.right_captures)
    comparison.left_captured = comparison.left_captures.count(True)
    comparison.right_captured = comparison.right_captures.count(True)
    comparison.ambiguity, comparison.fluency = evaluation.ambiguity, evaluation.fluency
    comparison.overall = evaluation.overall
    comparison.comment, comparison.seconds = evaluation.comment, evaluation.seconds
    comparison.submitted_at, comparison.idempotency_key = at, idempotency_key
    comparison.save()
    record_event(
        at=at,
        actor=comparison.comparer.user,
        verb="submitted",
        subject="comparison",
        subject_id=comparison.pk,
        project_id=study.project_id,
        details={"study": study.number, "position": comparison.position},
    )
    return comparison, True


@transaction.atomic
def take_back_comparison(*, comparison: Comparison, at: datetime) -> Comparison:
    """Make a submitted comparison a draft again, with everything that was said, to correct it.

    It counts again once it is submitted; history keeps what it said before. One that is open stays
    as it is. Raises ``ConflictError`` with code ``study_finished`` once a lead has ended the study.
    """
    comparison, study = _lock(comparison)
    if study.finished_at is not None:
        raise ConflictError("study_finished", "A lead has finished this study.")
    if comparison.submitted_at is None:
        return comparison
    said = {name: getattr(comparison, name) for name in SAID}
    comparison.draft = {**said, "comment": comparison.comment, "seconds": comparison.seconds}
    for name in (*SAID, "left_captured", "right_captured", "seconds", "submitted_at"):
        setattr(comparison, name, None)
    comparison.comment = comparison.idempotency_key = ""
    # A submission that is still under way would bring the old answers.
    comparison.version += 1
    comparison.save()
    record_event(
        at=at,
        actor=comparison.comparer.user,
        verb="took_back",
        subject="comparison",
        subject_id=comparison.pk,
        project_id=study.project_id,
        details={"study": study.number, "position": comparison.position, "before": said},
    )
    return comparison


def _check_complete(evaluation: Evaluation, disambiguations: int) -> None:
    fields = dict(_missing(evaluation, disambiguations))
    if fields:
        raise InvalidInputError("incomplete", "This comparison is not complete yet.", fields=fields)


def _missing(evaluation: Evaluation, disambiguations: int) -> Iterator[tuple[str, str]]:
    for name in ("left_captures", "right_captures"):
        captures = getattr(evaluation, name)
        if len(captures) != disambiguations:
            yield name, f"Give {disambiguations} answers, one for each disambiguation."
            continue
        for number, captured in enumerate(captures):
            if captured is None:
                yield f"{name}[{number}]", "Say whether the answer captures this disambiguation."
    for name in RESPECTS:
        if getattr(evaluation, name) not in Preference.values:
            yield name, "Choose left, right or tie."
