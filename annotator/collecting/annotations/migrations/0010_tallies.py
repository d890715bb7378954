"""Made tallies once; 0012 drops them where they are."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0009_project'),
        ('projects', '0010_revision_minutes'),
    ]
