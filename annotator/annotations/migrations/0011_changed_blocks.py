"""Triggers that note in which blocks of examples something has changed that tallies count.

PostgreSQL's look at rows that are made or deleted once a statement, and at slots and assignments
that change one by one: nearly none of their changes counts, and a condition is cheap. SQLite has
only the latter, and one writer at a time, so that there a block need not be noted twice.

What belongs to an annotation, its answer and the assignment that becomes submitted, is written in
the transaction that adds the annotation, whose block is noted; no counted column of either changes
afterwards, but for those of the assignment below.

What was counted before is forgotten when triggers are created: nobody noted what has changed
without them. A later migration that remakes one of the tables on SQLite drops its triggers with it,
and has to call ``create_triggers`` after ``drop_triggers``, once its rows are what they should be;
tests/annotations/test_changed_blocks.py fails until it does.
"""

from django.db import migrations

BITS = 3

FILLED_OR_NOT = "(OLD.state = 'filled') <> (NEW.state = 'filled')"
"""Of a slot."""
BEGAN_TO_COUNT = (
    "OLD.state = 'submitted' AND (OLD.slot_id IS {other} NEW.slot_id"
    " OR OLD.submitted_at IS {other} NEW.submitted_at)"
)
"""Of an assignment, or ceased: a late one that is accepted. One that is submitted comes with an
annotation.
"""
TAKES_PART = "OLD.is_published <> NEW.is_published OR OLD.purpose <> NEW.purpose"
"""Of an example, or ceased to."""

SLOTS, EXAMPLES = "assignments_slot", "corpus_example"
ASSIGNMENTS, ANNOTATIONS = "assignments_assignment", "annotations_annotation"

CHANGES = {
    SLOTS: FILLED_OR_NOT,
    ASSIGNMENTS: BEGAN_TO_COUNT,
    EXAMPLES: TAKES_PART,
}
WHOLE_ROWS = [
    (SLOTS, "insert"),
    (SLOTS, "delete"),
    (EXAMPLES, "insert"),
    (EXAMPLES, "delete"),
    (ANNOTATIONS, "insert"),
]
"""Annotations are never deleted, but for those of examples that go as well."""


def _key(table):
    return "id" if table == EXAMPLES else "example_id"


def create_triggers(apps, schema_editor):
    _create(schema_editor)
    schema_editor.execute("DELETE FROM annotations_projecttally")


def _create(schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        _create_on_sqlite(schema_editor)
    else:
        _create_on_postgresql(schema_editor)


def _create_on_sqlite(schema_editor):
    when = [(table, "update", f"WHEN {text.format(other='NOT')}") for table, text in CHANGES.items()]
    for table, event, condition in [*when, *((*each, "") for each in WHOLE_ROWS)]:
        row = "OLD" if event == "delete" else "NEW"
        project, block = f"{row}.project_id", f"{row}.{_key(table)} >> {BITS}"
        schema_editor.execute(
            f"CREATE TRIGGER {table}_{event}_changes_block AFTER {event.upper()} ON {table} "
            f"FOR EACH ROW {condition} BEGIN "
            "INSERT INTO annotations_changedblock (project_id, block) "
            f"SELECT {project}, {block} WHERE NOT EXISTS (SELECT 1 FROM annotations_changedblock"
            f" WHERE project_id = {project} AND block = {block}); END"
        )


def _create_on_postgresql(schema_editor):
    schema_editor.execute(
        f"""
        CREATE FUNCTION annotations_row_changes_block() RETURNS trigger
        LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO annotations_changedblock (project_id, block)
            VALUES (NEW.project_id, NEW.example_id >> {BITS});
            RETURN NULL;
        END $$
        """
    )
    for key in ("id", "example_id"):
        schema_editor.execute(
            f"""
            CREATE FUNCTION annotations_rows_change_blocks_by_{key}() RETURNS trigger
            LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO annotations_changedblock (project_id, block)
                SELECT DISTINCT project_id, {key} >> {BITS} FROM changed;
                RETURN NULL;
            END $$
            """
        )
    differs = TAKES_PART.replace("OLD.", "before.").replace("NEW.", "after.")
    schema_editor.execute(
        f"""
        CREATE FUNCTION annotations_examples_change_blocks() RETURNS trigger
        LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO annotations_changedblock (project_id, block)
            SELECT DISTINCT after.project_id, after.id >> {BITS}
            FROM before JOIN after ON after.id = before.id WHERE {differs};
            RETURN NULL;
        END $$
        """
    )
    for table, text in CHANGES.items():
        if table == EXAMPLES:
            # An import publishes all of its examples at once.
            each = "REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT"
            function = "annotations_examples_change_blocks"
        else:
            each = f"FOR EACH ROW WHEN ({text.format(other='DISTINCT FROM')})"
            function = "annotations_row_changes_block"
        schema_editor.execute(
            f"CREATE TRIGGER {table}_update_changes_block AFTER UPDATE ON {table} {each} "
            f"EXECUTE FUNCTION {function}()"
        )
    for table, event in WHOLE_ROWS:
        rows = "OLD" if event == "delete" else "NEW"
        schema_editor.execute(
            f"CREATE TRIGGER {table}_{event}_changes_block AFTER {event.upper()} ON {table} "
            f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT "
            f"EXECUTE FUNCTION annotations_rows_change_blocks_by_{_key(table)}()"
        )


def drop_triggers(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table, event in [*((table, "update") for table in CHANGES), *WHOLE_ROWS]:
        on = "" if sqlite else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{event}_changes_block{on}")
    if not sqlite:
        schema_editor.execute("DROP FUNCTION annotations_row_changes_block()")
        schema_editor.execute("DROP FUNCTION annotations_examples_change_blocks()")
        for key in ("id", "example_id"):
            schema_editor.execute(f"DROP FUNCTION annotations_rows_change_blocks_by_{key}()")


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0010_tallies'),
        ('assignments', '0005_counted_slots'),
        ('corpus', '0003_examples_apart'),
    ]

    operations = [
        migrations.RunPython(create_triggers, drop_triggers),
    ]
