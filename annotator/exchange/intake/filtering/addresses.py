"""Network addresses in a query, as people and programs write them."""

import ipaddress
import re
from collections.abc import Iterator

_IPV4 = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)")
_COLONS = re.compile(
    r"(?<![0-9a-z])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,9}(?:(?:\.\d{1,3}){3})?", re.IGNORECASE
)
_SMALL_NUMBERS = re.compile(r"\d{1,2}(?::\d{1,2}){7}")
_MOST_GROUPS = 8
_HAS_LETTER = r"(?=[0-9.:-]*[a-f])"
_MAC = re.compile(
    r"(?<![\w.-])(?<!\b[0-9a-f]:)(?<!\b[0-9a-f]{2}:)(?:"
    # With numbers of one digit it would be a ratio.
    rf"{_HAS_LETTER}[0-9a-f]{{1,2}}(?::[0-9a-f]{{1,2}}){{5}}"
    r"|[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5}|(?::[0-9a-f]{2}){7}|(?:-[0-9a-f]{2}){5,7})"
    rf"|{_HAS_LETTER}[0-9a-f]{{4}}(?:([.:-])[0-9a-f]{{4}})(?:\1[0-9a-f]{{4}}){{1,2}}"
    rf"|{_HAS_LETTER}(?=[a-f]*[0-9])[0-9a-f]{{12}}"
    r")(?!\w|[.:-]\w)",
    re.IGNORECASE,
)


def without_network_addresses(query: str) -> str:
    """The query with a blank in the place of each IPv4, IPv6 and MAC address.

    ``ipaddress`` decides what is an IP address; what has no digit (``::``, ``a::b``) is none, and
    neither are eight small numbers with colons between them, as in a ratio.

    >>> without_network_addresses("who has [2001:db8::1]:80 or 192.0.2.7.")
    'who has [ ]:80 or  .'
    """
    for pattern in (_MAC, _IPV4, _COLONS):
        query = pattern.sub(_blank_for_address, query)
    return query


def _blank_for_address(found: re.Match[str]) -> str:
    text = found[0]
    if found.re is _MAC or any(map(_is_address, _readings(text))):
        return " "
    return text


def _readings(text: str) -> Iterator[str]:
    """The text, and the same without a name before it (``ip:``) or a port or colon after it."""
    yield text
    bare = text.rstrip(":") if not text.endswith("::") else text
    groups = bare.split(":")
    for start in range(len(groups)):
        for end in {len(groups), len(groups) - 1}:
            if end - start <= _MOST_GROUPS + 1:
                yield ":".join(groups[start:end])


def _is_address(text: str) -> bool:
    if not any(map(str.isdigit, text)) or _SMALL_NUMBERS.fullmatch(text):
        return False
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
