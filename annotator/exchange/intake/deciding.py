"""Deciding about queries by a project's filters: when they are imported, and again later."""

from collections.abc import Iterable, Sequence

from annotator.exceptions import InvalidInputError
from annotator.exchange.intake.filtering.decision import Decision, Filters, judge, refuse_early
from annotator.exchange.intake.filtering.words import without_final_marks
from annotator.exchange.intake.models import QueryFilters
from annotator.exchange.intake.tagger import Tagger
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.models import Project


def filters_of(project: Project) -> Filters:
    """The project's filters; those of the paper where it has set none."""
    stored = QueryFilters.objects.filter(project=project).first()
    return (stored or QueryFilters(project=project)).filters()


class Decider:
    """Decides by ``filters``, with one tagger for all queries.

    Raises ``JobFailedError`` where there is none.
    """

    def __init__(self, filters: Filters) -> None:
        self.filters = filters
        try:
            self._tagger = Tagger()
        except InvalidInputError as error:
            raise JobFailedError(f"{error.detail} {error.fields['spacy']}") from error

    def decide(self, queries: Sequence[tuple[str, int | None]]) -> list[Decision]:
        """A decision for each pair of a text and how many people issued it, None if unknown."""
        early = [refuse_early(text, users=users, filters=self.filters) for text, users in queries]
        tagged = self._tagger.tag(_waiting(queries, early))
        return [
            refused or judge(text, next(tagged), filters=self.filters)
            for (text, _), refused in zip(queries, early, strict=True)
        ]


def _waiting(
    queries: Sequence[tuple[str, int | None]], early: Sequence[Decision | None]
) -> Iterable[str]:
    return (
        without_final_marks(text)
        for (text, _), refused in zip(queries, early, strict=True)
        if refused is None
    )
