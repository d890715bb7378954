"""How many annotations examples were to have before adaptive overlap asked for more."""

from django.db import migrations, models

REASON = "Not settled yet: "
BATCH = 1000


def read_history(apps, schema_editor):
    """Adaptive overlap has recorded each number that it changed; the first of an example counts."""
    events = apps.get_model("history", "Event").objects
    examples = apps.get_model("corpus", "Example").objects
    raised = events.filter(
        subject="example", verb="changed", actor=None, details__reason__startswith=REASON
    )
    first = {}
    for key, details in raised.order_by("pk").values_list("example_id", "details").iterator():
        first.setdefault(key, details["before"]["overlap"])
    by_number = {}
    for key, number in first.items():
        by_number.setdefault(number, []).append(key)
    for number, keys in by_number.items():
        for start in range(0, len(keys), BATCH):
            examples.filter(pk__in=keys[start : start + BATCH]).update(first_overlap=number)


class Migration(migrations.Migration):

    dependencies = [
        ('corpus', '0006_page_sources'),
        ('history', '0001_squashed_0002_append_only'),
    ]

    operations = [
        migrations.AddField(
            model_name='example',
            name='first_overlap',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(read_history, migrations.RunPython.noop),
    ]
