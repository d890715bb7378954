"""Who wrote a revision: its annotator, or a lead in their place."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.collecting.annotations.guards import REVISER_STAYS
from annotator.foundation.database.triggers import refuse


def fill(apps, schema_editor):
    """Until now only annotators revised."""
    annotations = apps.get_model("annotations", "Annotation").objects
    annotations.filter(revision_of__isnull=False).update(revised_by_id=models.F("annotator_id"))


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0007_never_deleted'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='annotation',
            name='revised_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='annotation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revised_by__isnull', True), ('revision_of__isnull', True)), models.Q(('revised_by__isnull', False), ('revision_of__isnull', False)), _connector='OR'), name='a_revision_says_who_wrote_it'),
        ),
        refuse(*REVISER_STAYS),
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
