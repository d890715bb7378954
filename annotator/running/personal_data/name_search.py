"""Finding a person's names in text and in JSON, and removing them."""

import json
import re
import unicodedata
from typing import Any, Literal

from django.db import connection
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from annotator.workspace.accounts.models import User

ERASED = "[erased]"

CODES = frozenset(
    "role kind from state format verb source overlap queue_order queue_within mail_state target "
    "verdict".split()
)
"""Keys whose values are words of the platform's own, whatever people are called."""

SIGN_IN_NAME = "user"
"""The key whose values are names with which people sign in, which no two people share."""

_SHORT_WORDS = frozenset(
    "am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we".split()
)
"""English words of two letters that begin a sentence."""

_SHORT = 2

_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
"""A letter and its marks as one character, and as several: keyboards and file systems differ."""


class Names:
    """What a person was called: name, display name, e-mail addresses.

    They are found as whole words, whatever their case and however letters with marks are encoded,
    but not within other people's sign-in names. Names of Chinese characters need no spaces around
    them; a name of two letters has to have a capital, and must not be an English word; one of a
    single letter is not looked for. Where somebody else has the same name, their name goes too.
    ``replacement`` is what the account is called afterwards.
    """

    def __init__(self, *, user: User, addresses: list[str], replacement: str) -> None:
        given = {user.username, user.display_name, user.email, *addresses} - {""}
        names = given | {unicodedata.normalize(form, name) for form in _FORMS for name in given}
        # The longest first, so that an address goes before a name that it begins with.
        self._names = sorted(names, key=lambda name: (-len(name), name))
        self._replacement = replacement
        self._user = user
        self._in_notes = pattern_of(self._names)
        self._in_public = pattern_of([name for name in self._names if is_distinctive(name)])

    def redact_text(self, text: str) -> str:
        """``text`` without the names."""
        return self._in_notes.sub(self._erased_unless_somebody_elses, text)

    def redact_published_text(self, text: str) -> str:
        """``text`` without those names that can't be an ordinary word."""
        return self._in_public.sub(self._erased_unless_somebody_elses, text)

    def are_in(self, text: str) -> bool:
        """Whether any name is left in ``text``."""
        return self.redact_text(text) != text

    def _erased_unless_somebody_elses(self, found: re.Match[str]) -> str:
        text = found.string
        before, after = _BEFORE.search(text[: found.start()]), _AFTER.match(text, found.end())
        whole = f"{before[0] if before else ''}{found[0]}{after[0] if after else ''}".rstrip(".")
        if whole.lower() == found[0].lower():
            return ERASED
        return found[0] if self._signs_in_somebody_else(whole) else ERASED

    def _signs_in_somebody_else(self, name: str) -> bool:
        return User.objects.filter(username_key=name).exclude(pk=self._user.pk).exists()

    def redact_json(self, value: Any, key: str = "") -> Any:
        """A value of JSON without the names; a text that is only a name becomes the opaque one."""
        if isinstance(value, dict):
            return {name: self.redact_json(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.redact_json(inner, key) for inner in value]
        if not isinstance(value, str) or key in CODES:
            return value
        if key == SIGN_IN_NAME and self._signs_in_somebody_else(value):
            return value
        return self._replacement if value in self._names else self.redact_text(value)

    def in_column(self, column: str) -> Q:
        """Rows whose text ``column`` may contain a name, in small letters or in capitals."""
        found = Q()
        for name in self._names:
            if _needs_pattern(name):
                found |= Q(**{f"{column}__iregex": re.escape(name)})
            else:
                found |= Q(**{f"{column}__icontains": name})
        return found

    def in_json_column(self, column: str) -> Q:
        """Rows whose JSON ``column``, cast by `as_text`, may contain a name."""
        found = Q()
        for name in self._names:
            if _needs_pattern(name):
                found |= Q(**{f"{column}_text__iregex": "".join(map(_letter_in_json, name))})
                continue
            # SQLite keeps letters beyond ASCII as escapes, PostgreSQL as they are.
            forms = (json.dumps(name, ensure_ascii=escapes)[1:-1] for escapes in (True, False))
            for form in {name, *forms}:
                found |= Q(**{f"{column}_text__icontains": form})
        return found


def _needs_pattern(name: str) -> bool:
    """Whether SQLite has to search for ``name`` by a pattern, which Python matches for it: by
    itself, SQLite knows upper and lower case in ASCII alone.
    """
    return connection.vendor == "sqlite" and not name.isascii()


def _letter_in_json(letter: str) -> str:
    """A pattern for ``letter``, in small or as a capital, as SQLite keeps it in JSON."""
    capital = letter.upper()
    # At the end of a word, a small sigma is a letter of its own.
    forms = {letter, letter.lower(), capital, capital.lower(), f"a{capital}".lower()[1:]}
    return f"(?:{'|'.join(re.escape(json.dumps(form)[1:-1]) for form in sorted(forms))})"


def as_text(column: str) -> dict[str, Cast]:
    """The annotation under which ``Names.in_json_column`` finds a JSON column."""
    return {f"{column}_text": Cast(column, TextField())}


def is_distinctive(name: str) -> bool:
    """Whether nobody would write ``name`` without meaning a person: not one plain word."""
    return not unicodedata.normalize("NFC", name).isalpha()


def _spelling(name: str) -> str:
    """A pattern of how ``name`` is written where it means a person; "" if nobody could tell."""
    letters = unicodedata.normalize("NFC", name)
    if len(letters) > _SHORT or is_distinctive(name):
        return re.escape(name)
    if len(letters) < _SHORT or letters.lower() in _SHORT_WORDS:
        return ""
    # In small letters, it is a word or an abbreviation in every other text: et al.
    forms = {name.capitalize()} | (set() if name.islower() else {name})
    return f"(?-i:{'|'.join(map(re.escape, sorted(forms)))})"


def _as_word(name: str) -> str:
    """A pattern of ``name`` as a whole word; "" if nobody could tell that it means a person.

    Chinese is written without spaces.
    """
    spelling = _spelling(name)
    before = "" if _is_chinese(name[0]) else r"(?<![^\W_])"
    after = "" if _is_chinese(name[-1]) else r"(?![^\W_])"
    return spelling and f"{before}{spelling}{after}"


def _is_chinese(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("CJK ")


_BEFORE = re.compile(r"[\w.@+-]+$")
_AFTER = re.compile(r"[\w.@+-]+")


def pattern_of(names: list[str]) -> re.Pattern[str]:
    """Matches any of ``names`` as a whole word; without names, nothing."""
    words = filter(None, map(_as_word, names))
    return re.compile("|".join(words) or r"(?!)", re.IGNORECASE)
