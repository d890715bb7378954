"""Reports say what they count of the hidden split."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('reports', '0003_failed_sections')]

    operations = [
        migrations.AddField(
            model_name='report',
            name='hidden_split',
            field=models.CharField(
                choices=[('without', 'Without'), ('with', 'With'), ('only', 'Only')],
                db_default='without',
                default='without',
                max_length=7,
            ),
        ),
    ]
