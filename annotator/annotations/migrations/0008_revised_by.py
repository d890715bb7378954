"""Who wrote a revision: its annotator, or a lead in their place.

On SQLite a constraint remakes the table, and its triggers go with the old one: they are created
anew, on the way back as well.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

append_only = import_module("annotator.annotations.migrations.0003_append_only")
never_deleted = import_module("annotator.annotations.migrations.0007_never_deleted")

TABLE = "annotations_annotation"
COLUMN = "revised_by_id"


def fill(apps, schema_editor):
    """Until now only annotators revised."""
    annotations = apps.get_model("annotations", "Annotation").objects
    annotations.filter(revision_of__isnull=False).update(revised_by_id=models.F("annotator_id"))


def nothing(apps, schema_editor):
    """The column goes with what is in it."""


def restore_triggers(apps, schema_editor):
    """Create again what SQLite dropped with the old table."""
    if schema_editor.connection.vendor != "sqlite":
        return
    fixed, further = append_only.TABLES[TABLE]
    changes = [f'OLD."{name}" IS NOT NEW."{name}"' for name in fixed]
    conditions = {
        "append_only": ("UPDATE", " OR ".join([*changes, further])),
        "never_deleted": ("DELETE", never_deleted._condition(never_deleted.EXAMPLE[TABLE])),
    }
    for name, (event, condition) in conditions.items():
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_{name}")
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_{name} BEFORE {event} ON {TABLE} FOR EACH ROW "
            f"WHEN {condition} BEGIN SELECT RAISE(ABORT, '{append_only.MESSAGE}'); END"
        )


def refuse_changes(apps, schema_editor):
    restore_triggers(apps, schema_editor)
    if schema_editor.connection.vendor == "sqlite":
        condition = f'OLD."{COLUMN}" IS NOT NEW."{COLUMN}"'
        action = f"BEGIN SELECT RAISE(ABORT, '{append_only.MESSAGE}'); END"
    else:
        condition = f'OLD."{COLUMN}" IS DISTINCT FROM NEW."{COLUMN}"'
        action = "EXECUTE FUNCTION annotations_refuse_change()"
    schema_editor.execute(
        f"CREATE TRIGGER {TABLE}_reviser_stays BEFORE UPDATE ON {TABLE} FOR EACH ROW "
        f"WHEN ({condition}) {action}"
    )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(
        f"DROP TRIGGER IF EXISTS {TABLE}_reviser_stays" + ("" if sqlite else f" ON {TABLE}")
    )


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0007_never_deleted'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, restore_triggers),
        migrations.AddField(
            model_name='annotation',
            name='revised_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(fill, nothing),
        migrations.AddConstraint(
            model_name='annotation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revised_by__isnull', True), ('revision_of__isnull', True)), models.Q(('revised_by__isnull', False), ('revision_of__isnull', False)), _connector='OR'), name='a_revision_says_who_wrote_it'),
        ),
        migrations.RunPython(refuse_changes, allow_changes),
        migrations.CreateModel(
            name='LeadDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('answer', models.JSONField()),
                ('saved_at', models.DateTimeField()),
                ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lead_drafts', to='annotations.annotation')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('annotation', 'author'), name='one_draft_per_lead_and_annotation')],
            },
        ),
    ]
