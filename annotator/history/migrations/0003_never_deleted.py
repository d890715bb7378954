"""A trigger that keeps events from being deleted, beside the one that keeps them as they are.

A later migration that remakes the table on SQLite drops it, and has to create it again;
tests/history/test_never_deleted.py fails until it does.
"""

from importlib import import_module

from django.db import migrations

MESSAGE = import_module("annotator.history.migrations.0002_append_only").MESSAGE


def refuse_deletion(apps, schema_editor):
    action = "EXECUTE FUNCTION history_event_refuse_change()"
    if schema_editor.connection.vendor == "sqlite":
        action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    schema_editor.execute(
        "CREATE TRIGGER history_event_never_deleted BEFORE DELETE ON history_event FOR EACH ROW "
        f"{action}"
    )


def allow_deletion(apps, schema_editor):
    table = "" if schema_editor.connection.vendor == "sqlite" else " ON history_event"
    schema_editor.execute(f"DROP TRIGGER IF EXISTS history_event_never_deleted{table}")


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0002_append_only'),
    ]

    operations = [
        migrations.RunPython(refuse_deletion, allow_deletion),
    ]
