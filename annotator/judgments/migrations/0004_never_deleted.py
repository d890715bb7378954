"""Triggers that keep what was drawn and voted from being deleted, beside those that keep it as it
is: the sample and the meeting's notes always, an expert's seat and verdicts once they have closed
phase 1, a consensus always, since it can be corrected but not taken back.

What an expert who has not closed said goes with their seat, when a lead removes them. Who has to
delete a whole project undoes this migration for as long as that takes. A later migration that
remakes one of the tables on SQLite drops its trigger with it, and has to create it again;
tests/judgments/test_never_deleted.py fails until it does.
"""

from django.db import migrations

MESSAGE = "a round of judgments is on record: what was drawn and voted is never deleted"

ALWAYS = "TRUE"
KEPT_WHERE = {
    "judgments_judgmentround": ALWAYS,
    "judgments_judgedanswer": ALWAYS,
    "judgments_roundexpert": "OLD.closed_at IS NOT NULL",
    # Where the seat is gone already, nobody can tell any more that it was not closed.
    "judgments_judgment": (
        "NOT EXISTS (SELECT 1 FROM judgments_roundexpert"
        " WHERE id = OLD.expert_id AND closed_at IS NULL)"
    ),
    "judgments_consensus": ALWAYS,
    "judgments_meetingnote": ALWAYS,
}


def refuse_deletion(apps, schema_editor):
    for table, condition in KEPT_WHERE.items():
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_stays_on_record BEFORE DELETE ON {table} FOR EACH ROW "
                f"WHEN {condition} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
            continue
        # A condition of a trigger can't look at other tables on PostgreSQL; a function can.
        schema_editor.execute(
            f"""
            CREATE FUNCTION {table}_refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF {condition} THEN
                    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
                END IF;
                RETURN OLD;
            END $$
            """
        )
        schema_editor.execute(
            f"CREATE TRIGGER {table}_stays_on_record BEFORE DELETE ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION {table}_refuse_deletion()"
        )


def allow_deletion(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in KEPT_WHERE:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_stays_on_record" + ("" if sqlite else f" ON {table}")
        )
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {table}_refuse_deletion()")


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0003_who_chose_the_answer'),
    ]

    operations = [
        migrations.RunPython(refuse_deletion, allow_deletion),
    ]
