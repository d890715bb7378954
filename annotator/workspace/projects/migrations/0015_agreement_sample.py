"""The agreement sample of adaptive overlap; none where adaptive overlap is on already."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models


def take_no_sample(apps, schema_editor):
    """Nobody has agreed to the annotations that a sample costs."""
    projects = apps.get_model("projects", "Project").objects
    projects.filter(adaptive_cap__isnull=False).update(adaptive_sample_share=0)


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0014_suggestions'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='adaptive_sample_share',
            field=models.FloatField(db_default=0.1, default=0.1, validators=[MinValueValidator(0), MaxValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='project',
            name='adaptive_sample_seed',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='project',
            name='adaptive_sample_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(take_no_sample, migrations.RunPython.noop),
    ]
