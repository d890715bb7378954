"""Triggers that keep what was answered from being deleted, beside those that keep it as it is.

Only what an import has brought and not published yet can go: nobody has seen it, and an import that
fails leaves nothing behind. Who has to delete a whole project undoes this migration for as long as
that takes.
"""

from django.db import migrations

from annotator.database.triggers import Refusal, refuse

MESSAGE = "annotations are append-only: a revision is a new row"
OF_ANNOTATION = "(SELECT example_id FROM annotations_annotation WHERE id = OLD.annotation_id)"
# Where the example is gone already, nobody can tell any more that it was not published.
PUBLISHED = "COALESCE((SELECT is_published FROM corpus_example WHERE id = {example}), TRUE)"


def never_deleted(table, example=OF_ANNOTATION):
    return Refusal(table, "never_deleted", "DELETE", PUBLISHED.format(example=example), MESSAGE)


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0006_long_answer_top_level'),
        ('corpus', '0002_ambiguous_questions'),
    ]

    operations = [
        refuse(
            never_deleted("annotations_annotation", "OLD.example_id"),
            never_deleted("annotations_naturalquestionsanswer"),
            never_deleted("annotations_longformanswer"),
            never_deleted("annotations_knowledgepiece"),
        ),
    ]
