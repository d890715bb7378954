"""Makes what was graded and decided in training append-only, and what was answered in an attempt.

Comments and notes are free text and may name somebody: they can be emptied, never altered. A
reference, which belongs to no attempt, can be submitted again. A later migration that remakes one
of the tables on SQLite drops its trigger with it, and has to create it again.
"""

from django.db import migrations

MESSAGE = "training is on record: append-only"

FIXED = {
    "training_grade": "id answer_id criterion level automatic graded_at graded_by_id".split(),
    "training_inpersonsession": "id membership_id attended marked_at marked_by_id".split(),
    "training_decision": "id membership_id verdict decided_at decided_by_id".split(),
    "training_traininganswer": (
        "id example_id attempt_id author_id number created_at answer shown seconds submitted_at "
        "idempotency_key client_version"
    ).split(),
    "training_attempt": "id membership_id step number started_at".split(),
}
EMPTIED = {
    "training_grade": "comment",
    "training_inpersonsession": "notes",
    "training_decision": "note",
}
ONCE = {"training_attempt": "finished_at graded_at graded_by_id read_at".split()}
ONLY_WHERE = {
    "training_traininganswer": "OLD.submitted_at IS NOT NULL AND OLD.attempt_id IS NOT NULL"
}


def _condition(table, differs):
    conditions = [differs.format(name=name) for name in FIXED[table]]
    if column := EMPTIED.get(table):
        conditions.append(f"(NEW.{column} <> OLD.{column} AND NEW.{column} <> '')")
    conditions += [
        f"(OLD.{name} IS NOT NULL AND {differs.format(name=name)})"
        for name in ONCE.get(table, [])
    ]
    if table == "training_decision":
        # An erased person's attempts go, and with them the decision's link to one.
        conditions.append(f"(NEW.attempt_id IS NOT NULL AND {differs.format(name='attempt_id')})")
    condition = " OR ".join(conditions)
    return f"({ONLY_WHERE[table]}) AND ({condition})" if table in ONLY_WHERE else condition


def refuse_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    if sqlite:
        differs = 'OLD."{name}" IS NOT NEW."{name}"'
        action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    else:
        schema_editor.execute(
            f"""
            CREATE FUNCTION training_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
            END $$
            """
        )
        differs = 'OLD."{name}" IS DISTINCT FROM NEW."{name}"'
        action = "EXECUTE FUNCTION training_refuse_change()"
    for table in FIXED:
        schema_editor.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN ({_condition(table, differs)}) {action}"
        )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for table in FIXED:
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {table}_append_only" + ("" if sqlite else f" ON {table}")
        )
    if not sqlite:
        schema_editor.execute("DROP FUNCTION training_refuse_change()")


class Migration(migrations.Migration):

    dependencies = [
        ('training', '0001_training'),
    ]

    operations = [
        migrations.RunPython(refuse_changes, allow_changes),
    ]
