"""Reviews that a lead has cancelled."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('error_analysis', '0003_annotations_beside'),
    ]

    operations = [
        migrations.AddField(
            model_name='erroranalysis',
            name='cancelled_at',
            field=models.DateTimeField(null=True),
        ),
    ]
