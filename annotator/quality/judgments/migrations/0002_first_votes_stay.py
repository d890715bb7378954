"""Keeps what was drawn and voted as it was."""

from django.db import migrations

from annotator.foundation.database.triggers import refuse
from annotator.quality.judgments.guards import FIRST_VOTES_STAY


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0001_initial'),
    ]

    operations = [
        refuse(*FIRST_VOTES_STAY),
    ]
