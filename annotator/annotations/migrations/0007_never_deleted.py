"""Triggers that keep what was answered from being deleted, beside those that keep it as it is.

Only what an import has brought and not published yet can go: nobody has seen it, and an import that
fails leaves nothing behind. Who has to delete a whole project undoes this migration for as long as
that takes. A later migration that remakes one of the tables on SQLite drops its trigger with it,
and has to create it again; tests/history/test_never_deleted.py fails until it does.
"""

from importlib import import_module

from django.db import migrations

MESSAGE = import_module("annotator.annotations.migrations.0003_append_only").MESSAGE

OF_ANNOTATION = "(SELECT example_id FROM annotations_annotation WHERE id = OLD.annotation_id)"
EXAMPLE = {
    "annotations_annotation": "OLD.example_id",
    "annotations_naturalquestionsanswer": OF_ANNOTATION,
    "annotations_longformanswer": OF_ANNOTATION,
    "annotations_knowledgepiece": OF_ANNOTATION,
}


def _condition(example):
    # Where the example is gone already, nobody can tell any more that it was not published.
    published = f"SELECT is_published FROM corpus_example WHERE id = {example}"
    return f"COALESCE(({published}), TRUE)"


def refuse_deletion(apps, schema_editor):
    for table, example in EXAMPLE.items():
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table} FOR EACH ROW "
                f"WHEN {_condition(example)} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )
            continue
        # A condition of a trigger can't look at other tables on PostgreSQL; a function can.
        schema_editor.execute(
            f"""
            CREATE FUNCTION {table}_refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF {_condition(example)} THEN
                    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
                END IF;
                RETURN OLD;
            END $$
            """
        )
        schema_editor.execute(
            f"CREATE TRIGGER {table}_never_deleted BEFORE DELETE ON {table} FOR EACH ROW "
            f"EXECUTE FUNCTION {table}_refuse_deletion()"
        )


def allow_deletion(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in EXAMPLE:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_never_deleted" + ("" if sqlite else f" ON {table}")
        )
        if not sqlite:
            schema_editor.execute(f"DROP FUNCTION {table}_refuse_deletion()")


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0006_long_answer_top_level'),
        ('corpus', '0002_ambiguous_questions'),
    ]

    operations = [
        migrations.RunPython(refuse_deletion, allow_deletion),
    ]
