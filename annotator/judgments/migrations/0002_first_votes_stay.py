"""Keeps what was drawn and voted as it was: a sample always, an expert's verdicts once they have
closed phase 1, a consensus once its round is finished, the meeting's notes always.

Justifications and notes are free text and may name somebody: they can be emptied, never altered. A
later migration that remakes one of the tables on SQLite has to drop all these triggers first, since
some look at other tables, and to create them again.
"""

from django.db import migrations

MESSAGE = "a round of judgments is on record: first votes never change"

FIXED = {
    "judgments_judgmentround": (
        "id project_id number target size seed population_size population_sha256 drawn opened_at "
        "opened_by_id"
    ).split(),
    "judgments_judgedanswer": "id round_id number annotation_id draws".split(),
    "judgments_judgment": (
        "id answer_id expert_id verdict context_opened_at decided_at version"
    ).split(),
    "judgments_consensus": "answer_id verdict agreed decided_at decided_by_id version".split(),
    "judgments_meetingnote": "id answer_id author_id created_at idempotency_key".split(),
}
ONCE = {
    "judgments_judgmentround": "consensus_at finished_at".split(),
    "judgments_roundexpert": "closed_at".split(),
}
EMPTIED = {
    "judgments_judgment": "justification",
    "judgments_consensus": "justification",
    "judgments_meetingnote": "text",
}
ONLY_WHERE = {
    "judgments_judgment": (
        "SELECT closed_at FROM judgments_roundexpert WHERE id = OLD.expert_id"
    ),
    "judgments_consensus": (
        "SELECT finished_at FROM judgments_judgmentround WHERE id = "
        "(SELECT round_id FROM judgments_judgedanswer WHERE id = OLD.answer_id)"
    ),
}
TABLES = sorted({*FIXED, *ONCE})


def _condition(table, differs):
    conditions = [differs.format(name=name) for name in FIXED.get(table, [])]
    if column := EMPTIED.get(table):
        conditions.append(f"(NEW.{column} <> OLD.{column} AND NEW.{column} <> '')")
    conditions += [
        f"(OLD.{name} IS NOT NULL AND {differs.format(name=name)})"
        for name in ONCE.get(table, [])
    ]
    condition = " OR ".join(conditions)
    if query := ONLY_WHERE.get(table):
        return f"({query}) IS NOT NULL AND ({condition})"
    return condition


def refuse_changes(apps, schema_editor):
    for table in TABLES:
        if schema_editor.connection.vendor == "sqlite":
            condition = _condition(table, 'OLD."{name}" IS NOT NEW."{name}"')
            schema_editor.execute(
                f"CREATE TRIGGER {table}_on_record BEFORE UPDATE ON {table} FOR EACH ROW "
                f"WHEN {condition} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
            continue
        # A condition of a trigger can't look at other tables on PostgreSQL; a function can.
        condition = _condition(table, "OLD.{name} IS DISTINCT FROM NEW.{name}")
        schema_editor.execute(
            f"""
            CREATE FUNCTION {table}_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF {condition} THEN
                    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
                END IF;
                RETURN NEW;
            END $$
            """
        )
        schema_editor.execute(
            f"CREATE TRIGGER {table}_on_record BEFORE UPDATE ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION {table}_refuse_change()"
        )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in TABLES:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_on_record" + ("" if sqlite else f" ON {table}")
        )
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {table}_refuse_change()")


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(refuse_changes, allow_changes),
    ]
