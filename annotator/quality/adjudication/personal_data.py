"""What somebody decided about answers, as they get it."""

from collections.abc import Iterator

from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of


def parts_of(user: User) -> Iterator[Part]:
    """The file about the answers that ``user`` decided on."""
    yield Part(
        "adjudications",
        "The answers that you decided on as a lead, and why.",
        Adjudication.objects.filter(decided_by=user)
        .select_related("example__project", "example__question")
        .order_by("pk"),
        _decision,
    )


def _decision(row: Adjudication) -> Row:
    return {
        "project": row.example.project.slug,
        "example_id": row.example.example_id,
        "question": row.example.question.text,
        "was_picked": row.picked_id is not None,
        **fields_of(row, "decided_at", "answer", "reason"),
    }
