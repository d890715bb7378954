"""Analyses that a lead has deleted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('error_analysis', '0004_cancelled'),
    ]

    operations = [
        migrations.AddField(
            model_name='erroranalysis',
            name='deleted_at',
            field=models.DateTimeField(null=True),
        ),
    ]
