"""Projects that are being erased after their time in the bin."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0018_controls'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='erasing_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
