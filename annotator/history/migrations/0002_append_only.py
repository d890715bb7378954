"""History's indexes for its filters, and a trigger that makes *append-only* a fact.

A later migration that remakes the table on SQLite drops the trigger with it, and has to create it
again; tests/history/test_append_only.py fails until it does.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FIXED = ["id", "at", "verb", "project_id", "example_id", "subject", "subject_id"]
MESSAGE = "history is append-only"


def refuse_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    differs, same = ("IS NOT", "IS") if sqlite else ("IS DISTINCT FROM", "IS NOT DISTINCT FROM")
    conditions = [f'OLD."{name}" {differs} NEW."{name}"' for name in FIXED]
    conditions += [
        # An account that is deleted leaves its events behind, by nobody.
        f"(NEW.actor_id {differs} OLD.actor_id AND NEW.actor_id IS NOT NULL)",
        f"(NEW.details {differs} OLD.details AND NEW.redacted_at {same} OLD.redacted_at)",
        "(NEW.redacted_at IS NULL AND OLD.redacted_at IS NOT NULL)",
    ]
    action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    if not sqlite:
        action = "EXECUTE FUNCTION history_event_refuse_change()"
        schema_editor.execute(
            f"""
            CREATE FUNCTION history_event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
            END $$
            """
        )
    schema_editor.execute(
        "CREATE TRIGGER history_event_append_only BEFORE UPDATE ON history_event FOR EACH ROW "
        f"WHEN ({' OR '.join(conditions)}) {action}"
    )


def allow_changes(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS history_event_append_only")
        return
    schema_editor.execute("DROP TRIGGER history_event_append_only ON history_event")
    schema_editor.execute("DROP FUNCTION history_event_refuse_change()")


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='redacted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='actor',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['actor', 'project_id', 'id'], name='event_actor'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['project_id', 'verb', 'id'], name='event_verb'),
        ),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
