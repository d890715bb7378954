"""The five heuristics by which the authors of Natural Questions chose queries (section 3.1)."""

from collections.abc import Sequence
from enum import StrEnum

from annotator.exchange.intake.filtering.phrases import Categories
from annotator.exchange.intake.filtering.tagged import (
    NAMES,
    TaggedToken,
    is_finite_be,
    is_finite_be_or_have,
    is_finite_do_or_modal,
    is_finite_verb,
    is_noun,
    is_preposition,
    is_relative_pronoun,
    is_verb,
    is_word,
)
from annotator.exchange.intake.filtering.titles import PageTitles

HEURISTICS = ("1a", "1b", "2", "3", "4", "5")
_ASKING = frozenset({"who", "when", "where"})
_SEVERAL = 2
_PLACE = "GPE"
_ASKING_TAGS = frozenset({"WP", "WP$", "WDT", "WRB"})
_DETERMINERS = frozenset({"DT", "PDT"})
_DESCRIBING = ("JJ", "RB", "VB", "MD", "DT", "PDT")


class Entities(StrEnum):
    """What heuristic 3 takes for an entity.

    The paper's footnote counts common nouns too, as its tagger does. ``ASKED_NOUNS`` counts them in
    queries that have the form of a sentence: a question word, or a determiner and a preposition.
    ``docs/intake.md`` has how many questions and keyword queries each of them keeps.
    """

    NAMES = "names"
    ASKED_NOUNS = "asked_nouns"
    ALL_NOUNS = "all_nouns"


def matched_heuristics(
    words: Sequence[TaggedToken],
    *,
    categories: Categories,
    titles: PageTitles,
    entities: Entities = Entities.NAMES,
) -> tuple[str, ...]:
    """The heuristics that a query meets, in the order of the paper; punctuation doesn't count.

    ``1a``: *who*, *when* or *where*, then a finite form of *do* or a modal verb; ``1b``: then a
    finite form of *be* or *have*, and a verb later; ``2``: *who*, then a verb that is not a finite
    form of *be*; ``3``: several ``entities`` (names that the tagger found, page titles, nouns) and
    an adjective, adverb, verb or determiner outside of them; ``4``: a categorical noun phrase after
    a preposition or in a relative clause; ``5``: a categorical noun phrase at the end, without a
    preposition or relative clause.
    """
    tokens = [word for word in words if is_word(word)]
    checks = {
        "1a": _asks_with_do(tokens),
        "1b": _asks_with_be(tokens),
        "2": _asks_who_did(tokens),
        "3": _names_several(tokens, titles, entities),
        "4": _has_category_after_preposition(tokens, categories),
        "5": _ends_with_category(tokens, categories),
    }
    return tuple(name for name in HEURISTICS if checks[name])


def _asks(tokens: Sequence[TaggedToken], words: frozenset[str]) -> bool:
    return len(tokens) > 1 and tokens[0].lower in words


def _asks_with_do(tokens: Sequence[TaggedToken]) -> bool:
    return _asks(tokens, _ASKING) and is_finite_do_or_modal(tokens[1])


def _asks_with_be(tokens: Sequence[TaggedToken]) -> bool:
    return (
        _asks(tokens, _ASKING) and is_finite_be_or_have(tokens[1]) and any(map(is_verb, tokens[2:]))
    )


def _asks_who_did(tokens: Sequence[TaggedToken]) -> bool:
    return _asks(tokens, frozenset({"who"})) and is_verb(tokens[1]) and not is_finite_be(tokens[1])


def _names_several(tokens: Sequence[TaggedToken], titles: PageTitles, entities: Entities) -> bool:
    named = titles.spans(tokens)
    taken = {index for start, end in named for index in range(start, end)}
    nouns = _noun_runs(tokens) if _counts_nouns(tokens, entities) else []
    for start, end in (*_names(tokens), *nouns):
        if taken.isdisjoint(range(start, end)):
            named.append((start, end))
            taken.update(range(start, end))
    return len(named) >= _SEVERAL and any(
        token.tag.startswith(_DESCRIBING)
        for index, token in enumerate(tokens)
        if index not in taken
    )


def _counts_nouns(tokens: Sequence[TaggedToken], entities: Entities) -> bool:
    if entities != Entities.ASKED_NOUNS:
        return entities == Entities.ALL_NOUNS
    tags = {token.tag for token in tokens}
    return bool(tags & _ASKING_TAGS) or bool(tags & _DETERMINERS and "IN" in tags)


def _noun_runs(tokens: Sequence[TaggedToken]) -> list[tuple[int, int]]:
    """Nouns, each with those right beside it."""
    found: list[tuple[int, int]] = []
    for index, token in enumerate(tokens):
        if not is_noun(token):
            continue
        if found and found[-1][1] == index:
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
    return found


def _names(tokens: Sequence[TaggedToken]) -> list[tuple[int, int]]:
    """Names that the tagger found; *cleveland ohio*, two places side by side, is one."""
    found: list[tuple[int, int]] = []
    last_kind = ""
    for index, token in enumerate(tokens):
        mark, _, kind = token.entity.partition("-")
        if kind not in NAMES:
            last_kind = ""
            continue
        goes_on = kind == last_kind and (mark == "I" or kind == _PLACE)
        if goes_on:
            found[-1] = (found[-1][0], index + 1)
        else:
            found.append((index, index + 1))
        last_kind = kind
    return found


def _has_category_after_preposition(tokens: Sequence[TaggedToken], categories: Categories) -> bool:
    return any(
        start > 0 and (is_preposition(tokens, start - 1) or _follows_relative_verb(tokens, start))
        for start, _ in categories.phrases_in(tokens)
    )


def _follows_relative_verb(tokens: Sequence[TaggedToken], start: int) -> bool:
    """Whether a relative pronoun, with its verbs or without, stands right before ``start``."""
    place = start - 1
    while place > 0 and (is_verb(tokens[place]) or tokens[place].tag.startswith("RB")):
        place -= 1
    return is_relative_pronoun(tokens, place)


def _ends_with_category(tokens: Sequence[TaggedToken], categories: Categories) -> bool:
    phrase = _without_name_at_end(tokens)
    if any(
        is_preposition(phrase, index) or is_relative_pronoun(phrase, index)
        for index in range(len(phrase))
    ):
        return False
    return any(end == len(phrase) for _, end in categories.phrases_in(phrase))


def _without_name_at_end(tokens: Sequence[TaggedToken]) -> Sequence[TaggedToken]:
    """The query up to a preposition that a finite verb follows: what follows is a name.

    A preposition governs no verb, so *have i got news for you* is a title. In Table 1 the query
    *american comedian on have i got news for you* stands for heuristic 5.
    """
    for index in range(1, len(tokens) - 1):
        if is_preposition(tokens, index) and is_finite_verb(tokens[index + 1]):
            return tokens[:index]
    return tokens
