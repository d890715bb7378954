"""What was suggested to somebody, and what they chose, as they get it."""

from collections.abc import Iterator

from annotator.collecting.suggestions.models import Suggestion, SuggestionPlan
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of


def parts_of_suggestions(user: User) -> Iterator[Part]:
    """The files about the draws for ``user``'s assignments."""
    yield Part(
        "suggestions",
        "The suggestions drawn for your questions: whether you saw one, and what you did with it.",
        Suggestion.objects.filter(assignment__annotator=user)
        .select_related("assignment__project", "assignment__example", "plan", "use")
        .order_by("pk"),
        _suggestion,
    )
    yield Part(
        "suggestions_chosen",
        "The systems that you chose for suggestions.",
        SuggestionPlan.objects.filter(created_by=user).select_related("project").order_by("pk"),
        lambda row: {
            "project": row.project.slug,
            **fields_of(row, "system_name", "mode", "share", "seed", "created_at"),
        },
    )


def _suggestion(row: Suggestion) -> Row:
    """One draw. What was not shown is to stay unseen, as is how the answer compares with it."""
    drawn = {
        "project": row.assignment.project.slug,
        "example_id": row.assignment.example.example_id,
        **fields_of(row, "is_shown", "drawn_at"),
    }
    if not row.is_shown:
        return drawn
    use = getattr(row, "use", None)
    shown = fields_of(row, "boxes", "short_answers", "yes_no_answer")
    return drawn | shown | {"use": use and use.use}
