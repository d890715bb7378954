"""Examples that a lead has taken out of the main task."""

from django.db import migrations, models


def put_back(apps, schema_editor):
    """The purpose is unknown to the code before it, so that the examples return to the queue. Those
    of a split that was hidden meanwhile are hidden with it.
    """
    examples = apps.get_model("corpus", "Example").objects.filter(purpose="taken_out")
    slots = apps.get_model("assignments", "Slot").objects
    slots.filter(example__in=examples, state="withheld").update(state="free")
    of_hidden_split = examples.filter(project__hidden_split=models.F("split")).exclude(split="")
    of_hidden_split.update(purpose="hidden")
    examples.update(purpose="main")


class Migration(migrations.Migration):

    dependencies = [
        ('corpus', '0007_first_overlap'),
        ('assignments', '0001_squashed_0005_counted_slots'),
    ]

    operations = [
        migrations.AlterField(
            model_name='example',
            name='purpose',
            field=models.CharField(choices=[('main', 'Main task'), ('hidden', 'Hidden split'), ('self_study', 'Self-study'), ('exam', 'Exam'), ('taken_out', 'Taken out')], db_default='main', default='main', max_length=10),
        ),
        migrations.RunPython(migrations.RunPython.noop, put_back),
    ]
