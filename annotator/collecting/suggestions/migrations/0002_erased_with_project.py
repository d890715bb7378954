"""Rows that are never deleted go with the whole project."""

from django.db import migrations

from annotator.foundation.database.triggers import replace
from annotator.collecting.suggestions.guards import NEVER_DELETED, NEVER_DELETED_ALONE


class Migration(migrations.Migration):

    dependencies = [
        ('suggestions', '0001_suggestions'),
        ('projects', '0019_project_erasing'),
    ]

    operations = [
        replace(NEVER_DELETED, NEVER_DELETED_ALONE),
    ]
