"""Keeps what was drawn and voted as it was: a sample always, an expert's verdicts once they have
closed phase 1, a consensus once its round is finished, the meeting's notes always.

Justifications and notes are free text and may name somebody: they can be emptied, never altered.
"""

from django.db import migrations

from annotator.database.triggers import alters, append_only, changes_again, refuse

MESSAGE = "a round of judgments is on record: first votes never change"
CLOSED = "SELECT closed_at FROM judgments_roundexpert WHERE id = OLD.expert_id"
FINISHED = (
    "SELECT finished_at FROM judgments_judgmentround WHERE id = "
    "(SELECT round_id FROM judgments_judgedanswer WHERE id = OLD.answer_id)"
)


def on_record(table, columns, *conditions, once=""):
    """Fixed from the beginning, or ``once`` a query finds a moment."""
    refusal = append_only(
        f"judgments_{table}", columns, *conditions, message=MESSAGE, name="on_record"
    )
    if not once:
        return refusal
    return refusal._replace(condition=f"({once}) IS NOT NULL AND ({refusal.condition})")


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0001_initial'),
    ]

    operations = [
        refuse(
            on_record("consensus", "answer_id verdict agreed decided_at decided_by_id version",
                      alters("justification"), once=FINISHED),
            on_record("judgedanswer", "id round_id number annotation_id draws"),
            on_record("judgment",
                      "id answer_id expert_id verdict context_opened_at decided_at version",
                      alters("justification"), once=CLOSED),
            on_record("judgmentround",
                      "id project_id number target size seed population_size population_sha256"
                      " drawn opened_at opened_by_id",
                      changes_again("consensus_at finished_at")),
            on_record("meetingnote", "id answer_id author_id created_at idempotency_key",
                      alters("text")),
            on_record("roundexpert", "", changes_again("closed_at")),
        ),
    ]
