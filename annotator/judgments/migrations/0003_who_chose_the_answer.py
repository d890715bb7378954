"""Who put the answer on everybody's screen.

Undoing it remakes the table on SQLite, which the triggers of 0002 that look at it stand in the way
of, and which drops its own.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first_votes = import_module("annotator.judgments.migrations.0002_first_votes_stay")


def nothing(apps, schema_editor):
    """Adding a column leaves the triggers where they are."""


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0002_first_votes_stay'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(nothing, first_votes.refuse_changes),
        migrations.AddField(
            model_name='judgmentround',
            name='shown_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(nothing, first_votes.allow_changes),
    ]
