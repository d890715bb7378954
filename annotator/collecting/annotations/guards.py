"""The triggers that keep what was answered. Migrations create them: add some here, change none.

``is_late`` is not among the columns that stay: it says how an annotation counts, not what was
answered. Only what an import has brought and not published yet can be deleted: nobody has seen it,
and an import that fails leaves nothing behind.
"""

from annotator.foundation.database.triggers import Refusal, alters, append_only, until_erased

_MESSAGE = "annotations are append-only: a revision is a new row"
_OF_ANNOTATION = "(SELECT example_id FROM annotations_annotation WHERE id = OLD.annotation_id)"
# Where the example is gone already, nobody can tell any more that it was not published.
_PUBLISHED = "COALESCE((SELECT is_published FROM corpus_example WHERE id = {example}), TRUE)"


def _never_deleted(table: str, example: str = _OF_ANNOTATION) -> Refusal:
    condition = _PUBLISHED.format(example=example)
    return Refusal(f"annotations_{table}", "never_deleted", "DELETE", condition, _MESSAGE)


def _stays(table: str, columns: str, *conditions: str, name: str = "append_only") -> Refusal:
    return append_only(f"annotations_{table}", columns, *conditions, message=_MESSAGE, name=name)


ANSWERS_STAY = (
    _stays(
        "annotation",
        "id assignment_id example_id annotator_id annotation_id created_at"
        " idempotency_key source revision_of_id guideline_id client_version",
        alters("reason"),
    ),
    _stays(
        "naturalquestionsanswer",
        "annotation_id question_quality candidate_index long_answer_tag long_start_byte"
        " long_end_byte long_start_token long_end_token short_answers"
        " long_answer_preview short_answer_texts short_answer_count yes_no_answer"
        " seconds_question seconds_long_answer seconds_short_answer",
    ),
)

LONG_FORM_ANSWERS_STAY = (
    _stays(
        "longformanswer",
        "annotation_id text missing concern word_count coverage seconds_writing regime"
        " context_threshold",
    ),
    _stays(
        "knowledgepiece",
        "id annotation_id number content page_title page_id start_byte end_byte"
        " start_token end_token",
    ),
)

TOP_LEVEL_STAYS = (
    _stays("naturalquestionsanswer", "long_answer_top_level", name="top_level_stays"),
)
REVISER_STAYS = (_stays("annotation", "revised_by_id", name="reviser_stays"),)
PROJECT_STAYS = (_stays("annotation", "project_id", name="project_stays"),)

NEVER_DELETED = (
    _never_deleted("annotation", "OLD.example_id"),
    _never_deleted("naturalquestionsanswer"),
    _never_deleted("longformanswer"),
    _never_deleted("knowledgepiece"),
)

NEVER_DELETED_ALONE = (
    *until_erased(NEVER_DELETED[:1], "OLD.project_id"),
    *until_erased(
        NEVER_DELETED[1:],
        "(SELECT project_id FROM annotations_annotation WHERE id = OLD.annotation_id)",
    ),
)
"""The same, unless the whole project is erased."""
