"""Sessions belong to a generation; a new one ends all of them."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0002_api_tokens")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="session_generation",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
