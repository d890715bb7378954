from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count


def count_problems(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Until now all problems that were counted were listed too."""
    for job in apps.get_model("jobs", "Job").objects.annotate(listed=Count("problems")):
        if job.listed:
            job.problem_total = job.listed
            job.save(update_fields=["problem_total"])


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='problem_total',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='job',
            name='request_id',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='job',
            name='resumed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='job',
            name='resumed_done',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(count_problems, migrations.RunPython.noop),
    ]
