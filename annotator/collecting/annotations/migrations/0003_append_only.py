"""Triggers that make *append-only* a fact: what was answered is never changed in place."""

from django.db import migrations

from annotator.collecting.annotations.guards import ANSWERS_STAY
from annotator.foundation.database.triggers import refuse


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0002_revisions'),
    ]

    operations = [
        refuse(*ANSWERS_STAY),
    ]
