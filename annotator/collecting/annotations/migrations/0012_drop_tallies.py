"""Leads' figures are counted when somebody asks: no tallies, and no triggers that note changes."""

from django.db import migrations

TRIGGERS = {
    "assignments_slot": "insert update delete",
    "corpus_example": "insert update delete",
    "assignments_assignment": "update",
    "annotations_annotation": "insert",
}
FUNCTIONS = (
    "row_changes_block rows_change_blocks_by_id rows_change_blocks_by_example_id"
    " examples_change_blocks"
).split()
TABLES = ("blocktally", "projecttally", "changedblock")


def drop(apps, schema_editor):
    """Only databases of versions in between have them."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table, events in TRIGGERS.items():
        for event in events.split():
            on = "" if sqlite else f" ON {table}"
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{event}_changes_block{on}")
    for function in () if sqlite else FUNCTIONS:
        schema_editor.execute(f"DROP FUNCTION IF EXISTS annotations_{function}()")
    for table in TABLES:
        schema_editor.execute(f"DROP TABLE IF EXISTS annotations_{table}")


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0011_changed_blocks'),
    ]

    operations = [
        migrations.RunPython(drop, migrations.RunPython.noop),
    ]
