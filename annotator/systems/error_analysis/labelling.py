"""Labelling answers: each person's own labels, which nobody else sees until all are done."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.quality.reviews.working import lock_review, lock_seat, record, refuse_missing
from annotator.systems.error_analysis.models import (
    AnalysedAnswer,
    AnswerLabels,
    ErrorAnalysis,
    Labeller,
)
from annotator.systems.error_analysis.queries import answers_for
from annotator.workspace.accounts.models import User

LONGEST_NOTE = 2_000
MOST_NAMED = 20


@transaction.atomic
def save_labels(
    *,
    answer: AnalysedAnswer,
    labeller: Labeller,
    labels: Sequence[int],
    note: str,
    at: datetime,
) -> AnswerLabels:
    """Store what a labeller says of an answer of their analysis; the last one counts.

    ``labels`` are places in the analysis's list. Raises ``InvalidInputError`` for none, one that
    the list doesn't have, or one beside a label that stands alone; ``ConflictError`` with code
    ``labels_closed`` once the labeller has finished; ``NotFoundError`` if the analysis is deleted.
    """
    labeller = lock_seat(labeller)
    if answer.analysis_id != labeller.analysis_id:
        raise ValueError(f"{labeller} does not label {answer}")
    if labeller.analysis.deleted_at is not None:
        raise NotFoundError("not_found", "A lead has deleted this analysis.")
    if labeller.finished_at is not None:
        raise ConflictError("labels_closed", "You have finished, so you can't change your labels.")
    chosen = sorted(set(labels))
    _check(labeller.analysis, chosen, note)
    saved, _ = AnswerLabels.objects.update_or_create(
        answer=answer,
        labeller=labeller,
        defaults={"labels": chosen, "note": note, "decided_at": at},
    )
    return saved


@transaction.atomic
def finish_labelling(*, labeller: Labeller, at: datetime) -> ErrorAnalysis:
    """End a labeller's work for good. With the last one the analysis is finished.

    Answers that are hidden from the labeller now need no labels. Finishing again changes nothing.
    Raises ``ConflictError`` with code ``labels_missing`` and the numbers of the first answers
    without labels in ``extra["missing"]``, or with code ``nothing_labelled``; ``NotFoundError`` if
    the analysis is gone.
    """
    analysis = lock_review(ErrorAnalysis, labeller.analysis_id)
    labeller = lock_seat(labeller)
    if labeller.finished_at is not None:
        return analysis
    labelled = labeller.labels.values("answer")
    missing = answers_for(analysis, labeller.user).exclude(pk__in=labelled)
    refuse_missing(missing, code="labels_missing", lacks="no label of yours", most=MOST_NAMED)
    if not labelled.exists():
        raise ConflictError(
            "nothing_labelled",
            "All these answers are hidden from you now. Ask a lead to take you out, or to delete"
            " the analysis.",
        )
    labeller.finished_at = at
    labeller.save(update_fields=["finished_at"])
    record(analysis, "labelled", at, labeller.user, labeller=labeller.number)
    return _finish_if_all_have(analysis, at)


@transaction.atomic
def remove_labeller(*, labeller: Labeller, at: datetime, actor: User | None) -> ErrorAnalysis:
    """Take somebody out of an analysis. If the others have finished, it is finished with that.

    Nothing is left of somebody without labels; labels that were given stay on record, and count for
    nothing. Raises ``ConflictError`` with code ``analysis_finished``, or ``last_labeller`` where
    nobody else labels; ``NotFoundError`` if the labeller or the analysis is gone.
    """
    analysis = lock_review(ErrorAnalysis, labeller.analysis_id)
    labeller = lock_seat(labeller)
    if analysis.finished_at is not None:
        raise ConflictError("analysis_finished", "Everybody has finished, so all labels stay.")
    if not _counting(analysis).exclude(pk=labeller.pk).exists():
        raise ConflictError(
            "last_labeller", "Nobody else labels these answers. Delete the analysis instead."
        )
    labelled = labeller.labels.count()
    record(analysis, "removed_labeller", at, actor, labeller=labeller.number, labelled=labelled)
    if labelled:
        labeller.removed_at = at
        labeller.save(update_fields=["removed_at"])
    else:
        labeller.delete()
    return _finish_if_all_have(analysis, at)


def _finish_if_all_have(analysis: ErrorAnalysis, at: datetime) -> ErrorAnalysis:
    if not _counting(analysis).filter(finished_at=None).exists():
        analysis.finished_at = at
        analysis.save(update_fields=["finished_at"])
        record(analysis, "finished", at, None)
    return analysis


def _counting(analysis: ErrorAnalysis) -> "QuerySet[Labeller]":
    """The labellers who were not taken out."""
    return analysis.labellers.filter(Labeller.SITTING)


def _check(analysis: ErrorAnalysis, chosen: Sequence[int], note: str) -> None:
    known = range(len(analysis.labels))
    fields = {}
    if not chosen:
        fields["labels"] = "Give the answer a label."
    elif not all(each in known for each in chosen):
        fields["labels"] = f"Give numbers of labels, 0 to {len(known) - 1}."
    elif len(chosen) > 1 and any(_is_alone(analysis, each) for each in chosen):
        alone = next(analysis.labels[each]["name"] for each in chosen if _is_alone(analysis, each))
        fields["labels"] = f"{alone} can't be combined with other labels: remove it, or the others."
    if len(note) > LONGEST_NOTE:
        fields["note"] = f"Use at most {LONGEST_NOTE:,} characters."
    if fields:
        raise InvalidInputError("invalid_labels", " ".join(fields.values()), fields=fields)


def _is_alone(analysis: ErrorAnalysis, place: int) -> bool:
    return bool(analysis.labels[place]["is_alone"])
