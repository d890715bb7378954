"""Whether a query becomes a question, and why."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from annotator.exchange.intake.filtering.flags import Flag, flags_of
from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities, matched_heuristics
from annotator.exchange.intake.filtering.phrases import Categories, listed, our_categories
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.exchange.intake.filtering.titles import PageTitles
from annotator.exchange.intake.filtering.words import word_count, words_of

HOW_TO = "how to"
"""What stands among the heuristics of a query that the switch of that name kept."""


class Step(StrEnum):
    """A step of the funnel; each query ends at one of them.

    ``REFUSED`` are those that a lead left out; ``KEPT`` wait for a page, which ``NO_PAGE`` lack
    and ``EXAMPLE`` have.
    """

    SHORT = "short"
    RARE = "rare"
    HOW_TO = "how_to"
    NO_HEURISTIC = "no_heuristic"
    FLAGGED = "flagged"
    REFUSED = "refused"
    KEPT = "kept"
    NO_PAGE = "no_page"
    EXAMPLE = "example"


@dataclass(frozen=True, kw_only=True)
class Filters:
    """A project's settings. ``min_users`` people must have issued a query within ``hours``, where
    the file says who issued it. ``heuristics`` are those that count, and ``entities`` what the
    third of them takes for one.
    """

    min_words: int = 8
    min_users: int = 2
    hours: int = 24
    heuristics: tuple[str, ...] = HEURISTICS
    entities: Entities = Entities.ASKED_NOUNS
    how_to: bool = False
    more_categories: tuple[str, ...] = ()
    more_offensive: tuple[str, ...] = ()
    titles: PageTitles = field(default_factory=PageTitles)

    @cached_property
    def categories(self) -> Categories:
        """The list that comes with the platform, and the project's own."""
        return our_categories().with_more(self.more_categories)

    @cached_property
    def offensive(self) -> frozenset[str]:
        """The words and phrases to flag, as ``flags_of`` takes them."""
        phrases = [*listed("offensive_words.txt"), *self.more_offensive]
        return frozenset(filter(None, (" ".join(words_of(each)) for each in phrases)))


@dataclass(frozen=True, slots=True)
class Decision:
    """Where a query ended, with a sentence that says why."""

    step: Step
    reason: str
    heuristics: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


def refuse_early(text: str, *, users: int | None, filters: Filters) -> Decision | None:
    """The decision to drop a query before it has to be tagged; None if nothing drops it.

    ``users``: how many issued it within the period; None where its file doesn't say who did.
    """
    refused = _early_reason(text, users, filters)
    if refused is None:
        return None
    # A lead may keep it all the same, and should know what it has.
    step, reason = refused
    flags = flags_of(text, (), offensive=filters.offensive)
    return Decision(step, reason, flags=flags)


def _early_reason(text: str, users: int | None, filters: Filters) -> tuple[Step, str] | None:
    if (words := word_count(text)) < filters.min_words:
        what = f"{words} word{'' if words == 1 else 's'}"
        return Step.SHORT, f"It has {what}, fewer than {filters.min_words}."
    if users is not None and users < filters.min_users:
        return Step.RARE, _too_rare(users, filters)
    if _asks_how_to(text) and not filters.how_to:
        return Step.HOW_TO, "It begins with “how to”, which this project leaves out."
    return None


def judge(text: str, tokens: Sequence[TaggedToken], *, filters: Filters) -> Decision:
    """Where a query ends that nothing dropped early, by its words as they were tagged."""
    met = matched_heuristics(
        tokens,
        categories=filters.categories,
        titles=filters.titles,
        entities=filters.entities,
    )
    counting = tuple(each for each in met if each in filters.heuristics)
    if _asks_how_to(text):
        counting = (*counting, HOW_TO)
    flags = flags_of(text, tokens, offensive=filters.offensive)
    if not counting:
        return Decision(Step.NO_HEURISTIC, _nothing_met(met), flags=flags)
    if flags:
        return Decision(Step.FLAGGED, f"It has {in_words(flags)}: a lead decides.", counting, flags)
    return Decision(Step.KEPT, f"It meets {_named(counting)}.", counting)


def _asks_how_to(text: str) -> bool:
    return words_of(text)[:2] == ["how", "to"]


def _too_rare(users: int, filters: Filters) -> str:
    who = f"{users} {'person' if users == 1 else 'people'}"
    hours = f"{filters.hours} hour{'' if filters.hours == 1 else 's'}"
    return f"{who} issued it within {hours}, fewer than {filters.min_users}."


def _nothing_met(met: Sequence[str]) -> str:
    if met:
        return f"It meets only {_named(met)}, which this project leaves out."
    return "It meets none of the heuristics."


def _named(heuristics: Sequence[str]) -> str:
    numbers = [each for each in heuristics if each != HOW_TO]
    parts = [f"heuristic{'' if len(numbers) == 1 else 's'} {in_words(numbers)}"] if numbers else []
    if HOW_TO in heuristics:
        parts.append("the switch for “how to”")
    return " and ".join(parts)


def in_words(names: Sequence[str]) -> str:
    """Names as in a sentence: *a, b and c*."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
