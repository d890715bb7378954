"""The triggers that keep rounds of judgments. Migrations create them: add some here, change none.

A sample stays as it was drawn, an expert's verdicts once they have closed phase 1, a consensus once
its round is finished, the meeting's notes always. Justifications and notes are free text and may
name somebody: they can be emptied, never altered.

The sample and the notes are never deleted, an expert's seat and verdicts not once they have closed
phase 1. A consensus never: it can be corrected but not taken back. What an expert who has not
closed said goes with their seat, when a lead removes them.
"""

from annotator.foundation.database.triggers import (
    Refusal,
    alters,
    append_only,
    changes_again,
    until_erased,
)

_FIRST_VOTES = "a round of judgments is on record: first votes never change"
_DELETED = "a round of judgments is on record: what was drawn and voted is never deleted"
_CLOSED = "SELECT closed_at FROM judgments_roundexpert WHERE id = OLD.expert_id"
_FINISHED = (
    "SELECT finished_at FROM judgments_judgmentround WHERE id = "
    "(SELECT round_id FROM judgments_judgedanswer WHERE id = OLD.answer_id)"
)


def _on_record(table: str, columns: str, *conditions: str, once: str = "") -> Refusal:
    """Fixed from the beginning, or ``once`` a query finds a moment."""
    refusal = append_only(
        f"judgments_{table}", columns, *conditions, message=_FIRST_VOTES, name="on_record"
    )
    if not once:
        return refusal
    return refusal._replace(condition=f"({once}) IS NOT NULL AND ({refusal.condition})")


def _stays_on_record(table: str, condition: str = "TRUE") -> Refusal:
    return Refusal(f"judgments_{table}", "stays_on_record", "DELETE", condition, _DELETED)


FIRST_VOTES_STAY = (
    _on_record(
        "consensus",
        "answer_id verdict agreed decided_at decided_by_id version",
        alters("justification"),
        once=_FINISHED,
    ),
    _on_record("judgedanswer", "id round_id number annotation_id draws"),
    _on_record(
        "judgment",
        "id answer_id expert_id verdict context_opened_at decided_at version",
        alters("justification"),
        once=_CLOSED,
    ),
    _on_record(
        "judgmentround",
        "id project_id number target size seed population_size population_sha256"
        " drawn opened_at opened_by_id",
        changes_again("consensus_at finished_at"),
    ),
    _on_record("meetingnote", "id answer_id author_id created_at idempotency_key", alters("text")),
    _on_record("roundexpert", "", changes_again("closed_at")),
)

NEVER_DELETED = (
    _stays_on_record("judgmentround"),
    _stays_on_record("judgedanswer"),
    _stays_on_record("roundexpert", "OLD.closed_at IS NOT NULL"),
    # Where the seat is gone already, nobody can tell any more that it was not closed.
    _stays_on_record(
        "judgment",
        "NOT EXISTS (SELECT 1 FROM judgments_roundexpert"
        " WHERE id = OLD.expert_id AND closed_at IS NULL)",
    ),
    _stays_on_record("consensus"),
    _stays_on_record("meetingnote"),
)

_OF_ROUND = "(SELECT project_id FROM judgments_judgmentround WHERE id = {round})"
_ROUND_OF_ANSWER = "(SELECT round_id FROM judgments_judgedanswer WHERE id = OLD.answer_id)"
_PROJECTS = {
    "judgments_judgmentround": "OLD.project_id",
    "judgments_judgedanswer": _OF_ROUND.format(round="OLD.round_id"),
    "judgments_roundexpert": _OF_ROUND.format(round="OLD.round_id"),
    "judgments_judgment": _OF_ROUND.format(round=_ROUND_OF_ANSWER),
    "judgments_consensus": _OF_ROUND.format(round=_ROUND_OF_ANSWER),
    "judgments_meetingnote": _OF_ROUND.format(round=_ROUND_OF_ANSWER),
}

NEVER_DELETED_ALONE = tuple(
    changed for each in NEVER_DELETED for changed in until_erased([each], _PROJECTS[each.table])
)
"""The same, unless the whole project is erased."""
