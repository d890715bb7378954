"""The triggers that keep training on record. Migrations create them: add some here, change none.

Comments and notes are free text and may name somebody: they can be emptied, never altered. A
reference, which belongs to no attempt, can be submitted again.
"""

from annotator.foundation.database.triggers import (
    Refusal,
    alters,
    append_only,
    changes_again,
    changes_of,
)


def _on_record(table: str, columns: str, *conditions: str) -> Refusal:
    return append_only(
        f"training_{table}", columns, *conditions, message="training is on record: append-only"
    )


_ANSWER = _on_record(
    "traininganswer",
    "id example_id attempt_id author_id number created_at answer shown seconds submitted_at"
    " idempotency_key client_version",
)
_SUBMITTED = "OLD.submitted_at IS NOT NULL AND OLD.attempt_id IS NOT NULL"

ON_RECORD = (
    _on_record(
        "grade",
        "id answer_id criterion level automatic graded_at graded_by_id",
        alters("comment"),
    ),
    _on_record(
        "inpersonsession", "id membership_id attended marked_at marked_by_id", alters("notes")
    ),
    # An erased person's attempts go, and with them the decision's link to one.
    _on_record(
        "decision",
        "id membership_id verdict decided_at decided_by_id",
        alters("note"),
        f"(NEW.attempt_id IS NOT NULL AND {changes_of('attempt_id')})",
    ),
    _ANSWER._replace(condition=f"({_SUBMITTED}) AND ({_ANSWER.condition})"),
    _on_record(
        "attempt",
        "id membership_id step number started_at",
        changes_again("finished_at graded_at graded_by_id read_at"),
    ),
)
