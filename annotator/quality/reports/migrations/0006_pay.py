"""What a project pays for an hour."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0015_agreement_sample'),
        ('reports', '0005_quality_targets'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pay',
            fields=[
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='projects.project')),
                ('per_hour', models.DecimalField(decimal_places=2, max_digits=9)),
                ('currency', models.CharField(max_length=3)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('per_hour__gt', 0)), name='pay_is_positive')],
            },
        ),
    ]
