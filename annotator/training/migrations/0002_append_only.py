"""Makes what was graded and decided in training append-only, and what was answered in an attempt.

Comments and notes are free text and may name somebody: they can be emptied, never altered. A
reference, which belongs to no attempt, can be submitted again.
"""

from django.db import migrations

from annotator.database.triggers import alters, append_only, changes_again, changes_of, refuse


def on_record(table, columns, *conditions):
    return append_only(
        f"training_{table}", columns, *conditions, message="training is on record: append-only"
    )


ANSWER = on_record(
    "traininganswer",
    "id example_id attempt_id author_id number created_at answer shown seconds submitted_at"
    " idempotency_key client_version",
)
SUBMITTED = "OLD.submitted_at IS NOT NULL AND OLD.attempt_id IS NOT NULL"


class Migration(migrations.Migration):

    dependencies = [
        ('training', '0001_training'),
    ]

    operations = [
        refuse(
            on_record("grade", "id answer_id criterion level automatic graded_at graded_by_id",
                      alters("comment")),
            on_record("inpersonsession", "id membership_id attended marked_at marked_by_id",
                      alters("notes")),
            # An erased person's attempts go, and with them the decision's link to one.
            on_record("decision", "id membership_id verdict decided_at decided_by_id",
                      alters("note"),
                      f"(NEW.attempt_id IS NOT NULL AND {changes_of('attempt_id')})"),
            ANSWER._replace(condition=f"({SUBMITTED}) AND ({ANSWER.condition})"),
            on_record("attempt", "id membership_id step number started_at",
                      changes_again("finished_at graded_at graded_by_id read_at")),
        ),
    ]
