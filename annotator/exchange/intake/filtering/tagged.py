"""A query's words as a tagger sees them, and what the heuristics ask of single words."""

from collections.abc import Sequence
from typing import NamedTuple

NAMES = frozenset(
    "PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE".split()
)  # fmt: skip
"""Entities that are names. Dates and numbers are entities of spaCy, and none of the paper's."""

_FINITE_BE = frozenset("am is are was were 's 're 'm ’s ’re ’m isn't aren't wasn't weren't".split())
_FINITE_HAVE = frozenset("has have had 've ’ve hasn't haven't hadn't".split())
_FINITE_DO = frozenset("do does did don't doesn't didn't".split())
_FINITE_TAGS = frozenset({"VBP", "VBZ", "VBD", "MD"})
# Of the words that the tag IN has, those that begin a clause.
_SUBORDINATORS = frozenset(
    "although as because if lest once since so than that though unless until whereas whether while"
    .split()
)  # fmt: skip
_RELATIVE_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})


class TaggedToken(NamedTuple):
    """A word of a query. ``tag`` is the Penn Treebank's; ``entity`` is empty or, as in IOB, ``B-``
    or ``I-`` with spaCy's kind of entity: ``B-GPE``.
    """

    text: str
    tag: str
    entity: str = ""

    @property
    def lower(self) -> str:
        """The word without regard to case."""
        return self.text.casefold()


def is_word(token: TaggedToken) -> bool:
    """Anything but punctuation."""
    return any(map(str.isalnum, token.text))


def is_verb(token: TaggedToken) -> bool:
    """Any form of a verb, modal ones included."""
    return token.tag.startswith("VB") or token.tag == "MD"


def is_finite_verb(token: TaggedToken) -> bool:
    """A form of a verb that can stand with a subject, by its tag."""
    return token.tag in _FINITE_TAGS


def is_noun(token: TaggedToken) -> bool:
    """A common noun or a name."""
    return token.tag.startswith("NN")


def is_finite_be(token: TaggedToken) -> bool:
    """A finite form of *be*."""
    return token.lower in _FINITE_BE and token.tag != "POS"


def is_finite_be_or_have(token: TaggedToken) -> bool:
    """A finite form of *be* or *have*."""
    return is_finite_be(token) or token.lower in _FINITE_HAVE


def is_finite_do_or_modal(token: TaggedToken) -> bool:
    """A finite form of *do*, or a modal verb."""
    return token.lower in _FINITE_DO or token.tag == "MD"


def is_preposition(tokens: Sequence[TaggedToken], index: int) -> bool:
    """Whether the word is a preposition; *to* before a verb is none."""
    token = tokens[index]
    if token.lower == "to":
        return index + 1 < len(tokens) and not is_verb(tokens[index + 1])
    return token.tag == "IN" and token.lower not in _SUBORDINATORS


def is_relative_pronoun(tokens: Sequence[TaggedToken], index: int) -> bool:
    """Whether the word begins a relative clause: *who*, *which*, *that*, *where* after a noun."""
    token = tokens[index]
    if index == 0 or not is_noun(tokens[index - 1]):
        return False
    if token.lower == "that":
        return token.tag in _RELATIVE_TAGS or (
            index + 1 < len(tokens) and is_verb(tokens[index + 1])
        )
    return token.tag in _RELATIVE_TAGS
