"""Makes long-form answers and their knowledge append-only too, as 0003 did with NQ's answers."""

from importlib import import_module

from django.db import migrations

MESSAGE = import_module("annotator.annotations.migrations.0003_append_only").MESSAGE

TABLES = {
    "annotations_longformanswer": (
        "annotation_id text missing concern word_count coverage seconds_writing regime "
        "context_threshold"
    ).split(),
    "annotations_knowledgepiece": (
        "id annotation_id number content page_title page_id start_byte end_byte start_token "
        "end_token"
    ).split(),
}


def refuse_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table, fixed in TABLES.items():
        if sqlite:
            differs = [f'OLD."{name}" IS NOT NEW."{name}"' for name in fixed]
            action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        else:
            differs = [f'OLD."{name}" IS DISTINCT FROM NEW."{name}"' for name in fixed]
            action = "EXECUTE FUNCTION annotations_refuse_change()"
        schema_editor.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN ({' OR '.join(differs)}) {action}"
        )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in TABLES:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_append_only" + ("" if sqlite else f" ON {table}")
        )


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0004_long_form_answers'),
    ]

    operations = [
        migrations.RunPython(refuse_changes, allow_changes),
    ]
