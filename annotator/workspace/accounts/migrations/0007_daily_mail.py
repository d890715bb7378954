"""A mail a day about what waits, and when somebody got the last one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_reviews_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='gets_daily_mail',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='user',
            name='mailed_on',
            field=models.DateField(null=True),
        ),
    ]
