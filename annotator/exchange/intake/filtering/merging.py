"""Queries of a log, merged with their near duplicates: the counts add up."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice

from annotator.exchange.intake.filtering.words import sameness_key
from annotator.material.formats.queries import LoggedQuery

MOST_PEOPLE = 100
"""Filters ask for no more."""

_SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class MergedQuery:
    """Queries with the same words.

    ``wordings`` counts how often each was issued; ``issued`` says by whom and when, where the file
    does.
    """

    key: str
    wordings: Counter[str] = field(default_factory=Counter)
    issued: set[tuple[str, datetime | None]] = field(default_factory=set)

    def add(self, other: "MergedQuery") -> None:
        """Count those of another file as well."""
        self.wordings.update(other.wordings)
        self.issued |= other.issued

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
        """The wordings that were merged into ``text``."""
        return sorted(self.wordings.keys() - {self.text})

    @property
    def periods(self) -> list[int]:
        """The shortest periods within which one person issued it, two people, …, in seconds.

        People whose times are unknown count within any period. Up to ``MOST_PEOPLE``.
        """
        timed = sorted((at, user) for user, at in self.issued if at is not None)
        without_time = {user for user, at in self.issued if at is None}
        shortest: list[timedelta] = []
        last: dict[str, datetime] = {}
        for at, user in timed:
            # Those who issued it last come last.
            last.pop(user, None)
            last[user] = at
            for place, before in enumerate(islice(reversed(last.values()), MOST_PEOPLE)):
                if place == len(shortest):
                    shortest.append(at - before)
                else:
                    shortest[place] = min(shortest[place], at - before)
        seconds = [-(-each // _SECOND) for each in shortest]
        at_any_time = [0] * min(len(without_time), MOST_PEOPLE)
        return at_any_time + seconds[len(at_any_time) :]


def people_within(periods: Sequence[int], *, hours: int) -> int:
    """The most people who issued a query within so many hours, by its ``periods``."""
    return bisect_right(periods, hours * 3600)


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
