"""When somebody was taken out of an analysis that they had begun to label."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('error_analysis', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='labeller',
            name='removed_at',
            field=models.DateTimeField(null=True),
        ),
    ]
