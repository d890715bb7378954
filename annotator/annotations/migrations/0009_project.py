"""Which project an annotation belongs to, beside its example; and indexes that begin with it.

On SQLite a column remakes the table, and its triggers go with the old one: they are created anew,
on the way back as well.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

append_only = import_module("annotator.annotations.migrations.0003_append_only")
revised_by = import_module("annotator.annotations.migrations.0008_revised_by")

TABLE = "annotations_annotation"
COLUMN = "project_id"


def fill(apps, schema_editor):
    """An example never changes its project."""
    annotations = apps.get_model("annotations", "Annotation").objects
    examples = apps.get_model("corpus", "Example").objects
    own = examples.filter(pk=models.OuterRef("example_id")).values("project_id")
    annotations.update(project_id=models.Subquery(own))


def nothing(apps, schema_editor):
    """The column goes with what is in it."""


def restore_triggers(apps, schema_editor):
    """Create again what SQLite dropped with the old table."""
    if schema_editor.connection.vendor == "sqlite":
        revised_by.allow_changes(apps, schema_editor)
        revised_by.refuse_changes(apps, schema_editor)


def refuse_changes(apps, schema_editor):
    restore_triggers(apps, schema_editor)
    if schema_editor.connection.vendor == "sqlite":
        condition = f'OLD."{COLUMN}" IS NOT NEW."{COLUMN}"'
        action = f"BEGIN SELECT RAISE(ABORT, '{append_only.MESSAGE}'); END"
    else:
        condition = f'OLD."{COLUMN}" IS DISTINCT FROM NEW."{COLUMN}"'
        action = "EXECUTE FUNCTION annotations_refuse_change()"
    schema_editor.execute(
        f"CREATE TRIGGER {TABLE}_project_stays BEFORE UPDATE ON {TABLE} FOR EACH ROW "
        f"WHEN ({condition}) {action}"
    )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(
        f"DROP TRIGGER IF EXISTS {TABLE}_project_stays" + ("" if sqlite else f" ON {TABLE}")
    )


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0008_revised_by'),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0010_revision_minutes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, restore_triggers),
        migrations.AddField(
            model_name='annotation',
            name='project',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='projects.project'),
        ),
        migrations.RunPython(fill, nothing),
        migrations.AlterField(
            model_name='annotation',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='projects.project'),
        ),
        migrations.AlterField(
            model_name='annotation',
            name='annotator',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='annotation',
            name='example',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='corpus.example'),
        ),
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(fields=['project', '-id'], name='annotation_newest_first'),
        ),
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(fields=['annotator', 'project', '-id'], name='annotation_of_annotator'),
        ),
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(condition=models.Q(('revision_of__isnull', False)), fields=['project'], name='annotation_revising'),
        ),
        migrations.AddIndex(
            model_name='annotation',
            index=models.Index(condition=models.Q(('is_late', True)), fields=['project'], name='annotation_late'),
        ),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
