"""Triggers that make *append-only* a fact: what was answered is never changed in place.

``is_late`` is not among the fixed columns: it says how an annotation counts, not what was answered.
"""

from django.db import migrations

from annotator.database.triggers import alters, append_only, refuse

MESSAGE = "annotations are append-only: a revision is a new row"


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0002_revisions'),
    ]

    operations = [
        refuse(
            append_only(
                "annotations_annotation",
                "id assignment_id example_id annotator_id annotation_id created_at"
                " idempotency_key source revision_of_id guideline_id client_version",
                alters("reason"),
                message=MESSAGE,
            ),
            append_only(
                "annotations_naturalquestionsanswer",
                "annotation_id question_quality candidate_index long_answer_tag long_start_byte"
                " long_end_byte long_start_token long_end_token short_answers"
                " long_answer_preview short_answer_texts short_answer_count yes_no_answer"
                " seconds_question seconds_long_answer seconds_short_answer",
                message=MESSAGE,
            ),
        ),
    ]
