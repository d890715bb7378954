"""Reviews that a lead has cancelled."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('judgments', '0005_erased_with_project'),
    ]

    operations = [
        migrations.AddField(
            model_name='judgmentround',
            name='cancelled_at',
            field=models.DateTimeField(null=True),
        ),
    ]
