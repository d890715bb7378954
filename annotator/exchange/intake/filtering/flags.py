"""What in a query a lead should look at before it is published: personal data, offensive words."""

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum

from annotator.exchange.intake.filtering.addresses import without_network_addresses
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.exchange.intake.filtering.words import words_of

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DIGIT_RUN = re.compile(r"(?<![\w])\+?\(?\d(?:[\s().-]{0,2}\d)+(?![\w])")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_YEARS = re.compile(r"(?:1[0-9]|20)\d\d(?:\s*[-–]\s*|\s+)(?:1[0-9]|20)\d\d")
_STREET = re.compile(
    r"(?<!\w)\d{1,5}[a-z]?\s+(?:[^\W\d_][\w'.-]*\s+){1,3}"
    r"(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|square|way)"
    r"(?!\w)",
    re.IGNORECASE,
)
_SOCIAL = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_PHONE_DIGITS = range(7, 16)
_CARD_DIGITS = range(13, 20)
_LONG_NUMBER = 7
_LONGEST_PHRASE = 6


class Flag(StrEnum):
    """What was found, as the end of *It has …*."""

    EMAIL = "an e-mail address"
    NETWORK = "a network address"
    STREET = "a street address"
    PHONE = "a number like a phone's"
    CARD = "a number like a bank card's"
    IDENTITY = "a number like a social security number"
    NUMBER = "a long number"
    NAME = "a name beside it"
    OFFENSIVE = "an offensive word"


_PERSONAL = (
    Flag.EMAIL,
    Flag.NETWORK,
    Flag.STREET,
    Flag.PHONE,
    Flag.CARD,
    Flag.IDENTITY,
    Flag.NUMBER,
)


def flags_of(
    query: str, tokens: Sequence[TaggedToken], *, offensive: frozenset[str]
) -> tuple[Flag, ...]:
    """What a lead should decide about, in the order of ``Flag``.

    ``offensive`` are words and phrases, each its ``words_of`` with blanks between them. A name
    counts only beside other personal data: questions about people are what the project collects.
    """
    # Digits have other forms too, in scripts and in full width.
    plain = unicodedata.normalize("NFKC", query)
    found = {*_in_addresses(plain), *_in_numbers(plain)}
    if found & {*_PERSONAL} and any(token.entity.endswith("-PERSON") for token in tokens):
        found.add(Flag.NAME)
    if _has_phrase(words_of(query), offensive):
        found.add(Flag.OFFENSIVE)
    return tuple(flag for flag in Flag if flag in found)


def _has_phrase(words: Sequence[str], phrases: frozenset[str]) -> bool:
    return any(
        " ".join(words[start:end]) in phrases
        for start in range(len(words))
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(words)) + 1)
    )


def _in_addresses(query: str) -> set[Flag]:
    found = set()
    if _EMAIL.search(query):
        found.add(Flag.EMAIL)
    if without_network_addresses(query) != query:
        found.add(Flag.NETWORK)
    if _STREET.search(query):
        found.add(Flag.STREET)
    return found


def _in_numbers(query: str) -> set[Flag]:
    """Of numbers as people write them; ``1,000,000`` and ``1914-1918`` are none of these."""
    found = {Flag.IDENTITY} if _SOCIAL.search(query) else set()
    rest = _SOCIAL.sub(" ", without_network_addresses(_GROUPED.sub(" ", query)))
    for match in _DIGIT_RUN.finditer(rest):
        if _YEARS.fullmatch(match.group()):
            continue
        digits = "".join(each for each in match.group() if each.isdecimal())
        is_parted = any(not each.isdecimal() for each in match.group())
        if len(digits) in _CARD_DIGITS and _passes_luhn(digits):
            found.add(Flag.CARD)
        elif is_parted and len(digits) in _PHONE_DIGITS:
            found.add(Flag.PHONE)
        elif len(digits) >= _LONG_NUMBER:
            found.add(Flag.NUMBER)
    return found


def _passes_luhn(digits: str) -> bool:
    """The check digit of bank cards (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - the sum of its two digits
    return total % 10 == 0
