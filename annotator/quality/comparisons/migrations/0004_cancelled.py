"""Reviews that a lead has cancelled."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('comparisons', '0003_study_results'),
    ]

    operations = [
        migrations.AddField(
            model_name='comparisonstudy',
            name='cancelled_at',
            field=models.DateTimeField(null=True),
        ),
    ]
