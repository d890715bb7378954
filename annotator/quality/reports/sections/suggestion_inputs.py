"""What came of suggestions, as JSON values: a row for each annotation with a draw."""

from collections.abc import Mapping
from typing import Any

from annotator.collecting.suggestions.models import Use
from annotator.collecting.suggestions.queries import uses_of
from annotator.material.corpus.models import MAIN_TASK, Example, HiddenSplit
from annotator.quality.reports.context import Parameters
from annotator.workspace.projects.models import Project

USES = tuple(Use.values)


def inputs(project: Project, parameters: Parameters) -> Mapping[str, Any]:
    """``rows`` of an annotation's example, annotator, whether the suggestion was shown, the place
    of its use in ``USES``, its seconds on the page (null if they weren't measured), and the choice
    of suggestions that it was drawn under.

    ``overlapping``: how many examples with a suggestion that was shown are to have further
    annotations by now. ``is_used``: whether the project has ever chosen suggestions.
    """
    if not project.has_suggestions:
        return {"is_used": False, "rows": [], "overlapping": 0}
    if parameters.hidden_split == HiddenSplit.ONLY:
        # Nothing of the hidden split ever gets a suggestion.
        return {"is_used": True, "rows": [], "overlapping": 0}
    answer = "annotation__natural_questions_answer__"
    rows = uses_of(project).values_list(
        "annotation__example",
        "annotation__annotator",
        "suggestion__is_shown",
        "use",
        f"{answer}seconds_long_answer",
        f"{answer}seconds_short_answer",
        "suggestion__plan",
    )
    overlapping = Example.objects.filter(
        MAIN_TASK,
        project=project,
        overlap__gt=1,
        assignments__suggestion__is_shown=True,
    )
    return {
        "is_used": True,
        "rows": [
            [example, annotator, int(is_shown), USES.index(use), _seconds(long, short), plan]
            for example, annotator, is_shown, use, long, short, plan in rows.iterator(
                chunk_size=2000
            )
        ],
        "overlapping": overlapping.distinct().count(),
    }


def _seconds(long: float | None, short: float | None) -> float | None:
    """Where the short answer wasn't reached, it took no time."""
    return None if long is None else long + (short or 0.0)
