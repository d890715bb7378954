"""Leads set targets for figures of the reports."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0015_agreement_sample'),
        ('reports', '0004_hidden_split'),
    ]

    operations = [
        migrations.CreateModel(
            name='QualityTarget',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('section', models.CharField(max_length=40)),
                ('figure', models.CharField(max_length=60)),
                ('at_least', models.FloatField(null=True)),
                ('at_most', models.FloatField(null=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='targets', to='projects.project')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('project', 'section', 'figure'), name='one_target_per_figure'), models.CheckConstraint(condition=models.Q(('at_least__isnull', False), ('at_most__isnull', False), _connector='OR'), name='target_has_a_bound')],
            },
        ),
    ]
