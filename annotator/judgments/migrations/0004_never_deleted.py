"""Triggers that keep what was drawn and voted from being deleted, beside those that keep it as it
is: the sample and the meeting's notes always, an expert's seat and verdicts once they have closed
phase 1, a consensus always, since it can be corrected but not taken back.

What an expert who has not closed said goes with their seat, when a lead removes them. Who has to
delete a whole project undoes this migration for as long as that takes.
"""

from django.db import migrations

from annotator.database.triggers import Refusal, refuse

MESSAGE = "a round of judgments is on record: what was drawn and voted is never deleted"


def stays_on_record(table, condition="TRUE"):
    return Refusal(f"judgments_{table}", "stays_on_record", "DELETE", condition, MESSAGE)


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0003_who_chose_the_answer'),
    ]

    operations = [
        refuse(
            stays_on_record("judgmentround"),
            stays_on_record("judgedanswer"),
            stays_on_record("roundexpert", "OLD.closed_at IS NOT NULL"),
            # Where the seat is gone already, nobody can tell any more that it was not closed.
            stays_on_record(
                "judgment",
                "NOT EXISTS (SELECT 1 FROM judgments_roundexpert"
                " WHERE id = OLD.expert_id AND closed_at IS NULL)",
            ),
            stays_on_record("consensus"),
            stays_on_record("meetingnote"),
        ),
    ]
