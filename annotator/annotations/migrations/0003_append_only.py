"""Triggers that make *append-only* a fact: what was answered is never changed in place.

A later migration that remakes one of the tables on SQLite drops its trigger with it, and has to
create it again; tests/history/test_append_only.py fails until it does. ``is_late`` is not among
the fixed columns: it says how an annotation counts, not what was answered.
"""

from django.db import migrations

MESSAGE = "annotations are append-only: a revision is a new row"

ANNOTATION = (
    "id assignment_id example_id annotator_id annotation_id created_at idempotency_key source "
    "revision_of_id guideline_id client_version"
).split()

ANSWER = (
    "annotation_id question_quality candidate_index long_answer_tag long_start_byte "
    "long_end_byte long_start_token long_end_token short_answers long_answer_preview "
    "short_answer_texts short_answer_count yes_no_answer seconds_question seconds_long_answer "
    "seconds_short_answer"
).split()

# A reason is free text and may name somebody: it can be emptied, never altered.
TABLES = {
    "annotations_annotation": (ANNOTATION, "(NEW.reason <> OLD.reason AND NEW.reason <> '')"),
    "annotations_naturalquestionsanswer": (ANSWER, ""),
}


def refuse_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    if not sqlite:
        schema_editor.execute(
            f"""
            CREATE FUNCTION annotations_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
            END $$
            """
        )
    for table, (fixed, further) in TABLES.items():
        if sqlite:
            conditions = [f'OLD."{name}" IS NOT NEW."{name}"' for name in fixed]
            action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        else:
            conditions = [f'OLD."{name}" IS DISTINCT FROM NEW."{name}"' for name in fixed]
            action = "EXECUTE FUNCTION annotations_refuse_change()"
        condition = " OR ".join([*conditions, *([further] if further else [])])
        schema_editor.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN ({condition}) {action}"
        )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in TABLES:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_append_only" + ("" if sqlite else f" ON {table}")
        )
    if not sqlite:
        schema_editor.execute("DROP FUNCTION annotations_refuse_change()")


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0002_revisions'),
    ]

    operations = [
        migrations.RunPython(refuse_changes, allow_changes),
    ]
