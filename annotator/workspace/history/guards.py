"""The triggers that keep events. Migrations create them: add some here, change none."""

from annotator.foundation.database.triggers import Refusal, append_only, until_erased

_MESSAGE = "history is append-only"

EVENTS_STAY = (
    append_only(
        "history_event",
        "id at verb project_id example_id subject subject_id",
        # An account that is deleted leaves its events behind, by nobody.
        "(NEW.actor_id IS DISTINCT FROM OLD.actor_id AND NEW.actor_id IS NOT NULL)",
        "(NEW.details IS DISTINCT FROM OLD.details"
        " AND NEW.redacted_at IS NOT DISTINCT FROM OLD.redacted_at)",
        "(NEW.redacted_at IS NULL AND OLD.redacted_at IS NOT NULL)",
        message=_MESSAGE,
    ),
)

NEVER_DELETED = (Refusal("history_event", "never_deleted", "DELETE", "TRUE", _MESSAGE),)

NEVER_DELETED_ALONE = until_erased(NEVER_DELETED, "OLD.project_id")
"""The same, unless the whole project is erased."""
