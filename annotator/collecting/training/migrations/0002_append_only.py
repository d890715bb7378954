"""Makes append-only what was graded and decided in training, and answered in an attempt."""

from django.db import migrations

from annotator.foundation.database.triggers import refuse
from annotator.collecting.training.guards import ON_RECORD


class Migration(migrations.Migration):

    dependencies = [
        ('training', '0001_training'),
    ]

    operations = [
        refuse(*ON_RECORD),
    ]
