"""What was suggested and what came of it, as CSV: a row for each submitted annotation."""

from collections.abc import Iterator, Sequence

from annotator.collecting.suggestions.models import SuggestionUse
from annotator.collecting.suggestions.queries import uses_of
from annotator.material.formats.csv_lines import csv_lines
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import pseudonyms_of

COLUMNS = (
    *("annotation_id", "example_id", "annotator", "system", "mode", "shown"),
    *("boxes", "short_answers", "yes_no_answer", "use", "box"),
    *("seconds_long_answer", "seconds_short_answer", "drawn_at", "submitted_at"),
)
"""``boxes`` are indices of candidates, the best first; ``short_answers`` are token spans, each as
``START-END`` with the end exclusive, as in all files.
"""

AT_ONCE = 500


def suggestions_csv(project: Project, splits: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the file, of ``splits`` where some are named. Annotators have pseudonyms."""
    rows = uses_of(project, splits).select_related(
        "suggestion__plan", "annotation__example", "annotation__natural_questions_answer"
    )
    annotators = rows.order_by().values_list("annotation__annotator", flat=True).distinct()
    names = pseudonyms_of(project=project, user_ids=annotators)
    lines = (_row(each, names) for each in rows.iterator(chunk_size=AT_ONCE))
    return csv_lines(COLUMNS, lines)


def _row(use: SuggestionUse, names: dict[int, str]) -> tuple[object, ...]:
    suggestion, annotation = use.suggestion, use.annotation
    answer = annotation.natural_questions_answer
    return (
        annotation.annotation_id,
        annotation.example.example_id,
        names.get(annotation.annotator_id, ""),
        suggestion.plan.system_name,
        suggestion.plan.mode,
        int(suggestion.is_shown),
        " ".join(str(index) for index, *_ in suggestion.boxes),
        " ".join(f"{start}-{end}" for start, end in suggestion.short_answers),
        suggestion.yes_no_answer,
        use.use,
        "" if use.box is None else use.box,
        "" if answer.seconds_long_answer is None else answer.seconds_long_answer,
        "" if answer.seconds_short_answer is None else answer.seconds_short_answer,
        suggestion.drawn_at.isoformat(),
        annotation.created_at.isoformat(),
    )
