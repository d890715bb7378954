"""The triggers that keep what was decided. Migrations create them: add some here, change none."""

from annotator.foundation.database.triggers import Refusal, alters, append_only, until_erased

_MESSAGE = "decisions are append-only: a later one supersedes"

NEVER_DELETED = (Refusal("adjudication_adjudication", "never_deleted", "DELETE", "TRUE", _MESSAGE),)

DECISIONS_STAY = (
    append_only(
        "adjudication_adjudication",
        "id example_id supersedes_id picked_id answer annotation_id decided_at decided_by_id",
        alters("reason"),
        message=_MESSAGE,
    ),
    *NEVER_DELETED,
)

NEVER_DELETED_ALONE = until_erased(
    NEVER_DELETED, "(SELECT project_id FROM corpus_example WHERE id = OLD.example_id)"
)
"""The same, unless the whole project is erased."""
