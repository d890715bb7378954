"""Whether somebody sees their answers once more before they submit them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_names_compared_alike'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='reviews_answers',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
