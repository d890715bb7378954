"""Queries of a log, merged with their near duplicates: the counts add up."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from annotator.formats.queries import LoggedQuery
from annotator.intake.filtering.words import sameness_key


@dataclass(slots=True)
class MergedQuery:
    """Queries with the same words.

    ``wordings`` counts how often each was issued; ``issued`` says by whom and when, where the file
    does.
    """

    key: str
    wordings: Counter[str] = field(default_factory=Counter)
    issued: set[tuple[str, datetime | None]] = field(default_factory=set)

    @property
    def text(self) -> str:
        """The wording that was issued most often; of several, the first in alphabetical order."""
        return min(self.wordings, key=lambda each: (-self.wordings[each], each))

    @property
    def count(self) -> int:
        """How often it was issued, in any wording."""
        return self.wordings.total()

    @property
    def other_wordings(self) -> list[str]:
        """Those that were merged into ``text``."""
        return sorted(self.wordings.keys() - {self.text})

    def most_users_within(self, period: timedelta) -> int:
        """The most people who issued it within one period; all of them where no time is known."""
        timed = sorted((at, user) for user, at in self.issued if at is not None)
        without_time = {user for user, at in self.issued if at is None}
        most = start = 0
        inside: Counter[str] = Counter()
        for at, user in timed:
            inside[user] += 1
            while at - timed[start][0] > period:
                inside[timed[start][1]] -= 1
                start += 1
            most = max(most, len(+inside))
        return max(most, len(without_time))


def merge_queries(queries: Iterable[LoggedQuery]) -> dict[str, MergedQuery]:
    """The queries by what near duplicates share. Their order makes no difference."""
    merged: dict[str, MergedQuery] = {}
    for query in queries:
        key = sameness_key(query.text)
        one = merged.get(key)
        if one is None:
            one = merged[key] = MergedQuery(key)
        one.wordings[query.text] += query.count
        if query.user:
            one.issued.add((query.user, query.at))
    return merged


def in_order(merged: dict[str, MergedQuery]) -> Iterator[MergedQuery]:
    """The merged queries, those issued most often first."""
    return iter(sorted(merged.values(), key=lambda each: (-each.count, each.text)))
