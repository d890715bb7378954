"""Triggers that keep what was answered from being deleted, beside those that keep it as it is."""

from django.db import migrations

from annotator.collecting.annotations.guards import NEVER_DELETED
from annotator.foundation.database.triggers import refuse


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0006_long_answer_top_level'),
        ('corpus', '0002_ambiguous_questions'),
    ]

    operations = [
        refuse(*NEVER_DELETED),
    ]
