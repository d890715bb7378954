import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('intake', '0002_page_search'),
    ]

    operations = [
        migrations.AddField(
            model_name='query',
            name='periods',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='queryfilters',
            name='min_users',
            field=models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)]),
        ),
    ]
