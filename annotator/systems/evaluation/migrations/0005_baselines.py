from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0004_retrieval"),
    ]

    operations = [
        migrations.AddField(
            model_name="system",
            name="baseline",
            field=models.CharField(
                blank=True,
                choices=[
                    ("first-paragraph", "First paragraph"),
                    ("most-frequent", "Most frequent answer"),
                    ("closest-question", "Closest question"),
                    ("question-repeated", "The question eight times"),
                    ("random-retrieval", "Random retrieval"),
                ],
                db_default="",
                default="",
                max_length=20,
            ),
        ),
    ]
