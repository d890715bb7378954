"""Projects that are paused, archived or in the bin."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0015_agreement_sample'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='paused_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='project',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='project',
            name='deleted_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
