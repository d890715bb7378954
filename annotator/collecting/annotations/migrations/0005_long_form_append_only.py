"""Makes long-form answers and their knowledge append-only too, as 0003 did with NQ's answers."""

from django.db import migrations

from annotator.collecting.annotations.guards import LONG_FORM_ANSWERS_STAY
from annotator.foundation.database.triggers import refuse


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0004_long_form_answers'),
    ]

    operations = [
        refuse(*LONG_FORM_ANSWERS_STAY),
    ]
