"""Controls: how many of 100 questions, and the seed that draws them."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0017_adaptive_cap_of_any_kind'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='control_percent',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, validators=[django.core.validators.MaxValueValidator(50)]),
        ),
        migrations.AddField(
            model_name='project',
            name='control_seed',
            field=models.BigIntegerField(blank=True, null=True),
        ),
    ]
