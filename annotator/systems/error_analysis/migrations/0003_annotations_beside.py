"""What people had answered when an analysis was opened; older ones show what counts now."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('error_analysis', '0002_labellers_taken_out'),
    ]

    operations = [
        migrations.AddField(
            model_name='analysedanswer',
            name='annotations',
            field=models.JSONField(null=True),
        ),
    ]
