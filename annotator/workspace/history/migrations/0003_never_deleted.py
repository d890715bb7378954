"""A trigger that keeps events from being deleted, beside the one that keeps them as they are."""

from django.db import migrations

from annotator.foundation.database.triggers import refuse
from annotator.workspace.history.guards import NEVER_DELETED


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0002_append_only'),
    ]

    operations = [
        refuse(*NEVER_DELETED),
    ]
