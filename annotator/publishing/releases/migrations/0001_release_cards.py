"""What leads write about their data sets."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('projects', '0015_agreement_sample'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReleaseCard',
            fields=[
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='release_card', serialize=False, to='projects.project')),
                ('version', models.CharField(blank=True, max_length=20)),
                ('licence', models.CharField(blank=True, max_length=60)),
                ('creators', models.TextField(blank=True)),
                ('contact', models.TextField(blank=True)),
                ('summary', models.TextField(blank=True)),
                ('uses', models.TextField(blank=True)),
                ('recruitment', models.TextField(blank=True)),
                ('training', models.TextField(blank=True)),
                ('pay', models.TextField(blank=True)),
                ('ethics', models.TextField(blank=True)),
                ('limits', models.TextField(blank=True)),
                ('people_left_out', models.JSONField(default=list)),
                ('examples_left_out', models.JSONField(default=list)),
            ],
        ),
    ]
