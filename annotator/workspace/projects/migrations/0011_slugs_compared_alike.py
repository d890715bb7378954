"""Slugs are compared by their keys. Fails, and changes nothing, where two projects share one."""

from django.db import migrations

from annotator.foundation.names.name_collisions import write_keys
from annotator.foundation.names.name_keys import NameKey


def write_slug_keys(apps, schema_editor):
    write_keys(apps.get_model("projects", "Project"), of="slug")


class Migration(migrations.Migration):

    dependencies = [("projects", "0010_revision_minutes")]

    operations = [
        migrations.AddField(
            model_name="project",
            name="slug_key",
            field=NameKey(max_length=64, null=True, of="slug"),
        ),
        migrations.RunPython(write_slug_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="project",
            name="slug_key",
            field=NameKey(max_length=64, of="slug"),
        ),
    ]
