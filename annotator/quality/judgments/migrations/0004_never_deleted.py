"""Triggers that keep what was drawn and voted from being deleted.

Anyone who has to delete a whole project undoes this migration for as long as that takes.
"""

from django.db import migrations

from annotator.foundation.database.triggers import refuse
from annotator.quality.judgments.guards import NEVER_DELETED


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0003_who_chose_the_answer'),
    ]

    operations = [
        refuse(*NEVER_DELETED),
    ]
