"""Somebody's comparisons, as they get them, and what becomes of these when they are erased."""

from collections.abc import Iterator

from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.reviews.personal_data import part_of_opened
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of

OWN = (
    "submitted_at left_captures right_captures ambiguity fluency overall comment seconds draft"
).split()


def parts_of(user: User) -> Iterator[Part]:
    """The files about what ``user`` compared.

    As blind as the comparing: no row says which system wrote an answer.
    """
    yield Part(
        "comparisons",
        "The answers that you compared, what you said of them, and your drafts.",
        Comparison.objects.filter(comparer__user=user)
        .select_related("comparer__study__project", "pair__example__question")
        .order_by("pk"),
        _comparison,
    )
    yield part_of_opened(
        ComparisonStudy,
        user,
        "comparison_studies_opened",
        "The comparison studies that you opened, with your instructions to the experts.",
        "title",
        "instructions",
        number="study",
    )


def _comparison(row: Comparison) -> Row:
    study, example = row.comparer.study, row.pair.example
    return {
        "project": study.project.slug,
        "study": study.number,
        "position": row.position,
        "example_id": example.example_id,
        "question": example.question.text,
        **fields_of(row, *OWN),
    }


def forget_drafts_of(user: User) -> None:
    """Empty the drafts of somebody's comparisons; what they submitted stays."""
    Comparison.objects.filter(comparer__user=user, draft__isnull=False).update(draft=None)
