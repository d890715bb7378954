"""Rows that are never deleted go with the whole project."""

from django.db import migrations

from annotator.foundation.database.triggers import replace
from annotator.quality.judgments.guards import NEVER_DELETED, NEVER_DELETED_ALONE


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0004_never_deleted'),
        ('projects', '0019_project_erasing'),
    ]

    operations = [
        replace(NEVER_DELETED, NEVER_DELETED_ALONE),
    ]
