"""The triggers that keep what was suggested and what came of it. Migrations create them."""

from annotator.foundation.database.triggers import Refusal, append_only, until_erased

_MESSAGE = "what was suggested is never changed or deleted"

NEVER_DELETED = tuple(
    Refusal(f"suggestions_{table}", "never_deleted", "DELETE", "TRUE", _MESSAGE)
    for table in ("suggestion", "suggestionuse")
)

SUGGESTIONS_STAY = (
    append_only(
        "suggestions_suggestion",
        "assignment_id plan_id is_shown boxes short_answers yes_no_answer drawn_at",
        message=_MESSAGE,
    ),
    append_only(
        "suggestions_suggestionuse", "annotation_id suggestion_id use box", message=_MESSAGE
    ),
    *NEVER_DELETED,
)

NEVER_DELETED_ALONE = (
    *until_erased(
        NEVER_DELETED[:1],
        "(SELECT project_id FROM assignments_assignment WHERE id = OLD.assignment_id)",
    ),
    *until_erased(
        NEVER_DELETED[1:],
        "(SELECT project_id FROM annotations_annotation WHERE id = OLD.annotation_id)",
    ),
)
"""The same, unless the whole project is erased."""
