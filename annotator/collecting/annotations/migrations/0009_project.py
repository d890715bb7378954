"""Which project an annotation belongs to, beside its example; and indexes that begin with it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.collecting.annotations.guards import PROJECT_STAYS
from annotator.foundation.database.triggers import refuse


def fill(apps, schema_editor):
    """An example never changes its project."""
    annotations = apps.get_model("annotations", "Annotation").objects
    examples = apps.get_model("corpus", "Example").objects
    own = examples.filter(pk=models.OuterRef("example_id")).values("project_id")
    annotations.update(project_id=models.Subquery(own))


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0008_revised_by'),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0010_revision_minutes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='annotation',
            name='project',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='projects.project'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
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
        refuse(*PROJECT_STAYS),
    ]
