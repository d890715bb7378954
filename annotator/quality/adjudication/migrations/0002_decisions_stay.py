"""Keeps what was decided as it was."""

from django.db import migrations

from annotator.foundation.database.triggers import refuse
from annotator.quality.adjudication.guards import DECISIONS_STAY


class Migration(migrations.Migration):

    dependencies = [
        ('adjudication', '0001_initial'),
    ]

    operations = [
        refuse(*DECISIONS_STAY),
    ]
