"""Where a page came from, as lines of pages may say: three optional fields."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from annotator.material.corpus.packed_source import PageOrigin
from annotator.material.formats.fields import check_range, check_text, check_types
from annotator.material.formats.problems import Problem

ORIGIN_KINDS: dict[str, type] = {"revision": int, "timestamp": str, "licence": str}
REVISIONS = (1, 2**63 - 1)


def check_origin(value: dict[str, Any]) -> Iterator[Problem]:
    """A problem for each of the fields that is there and wrong."""
    given = {key: kind for key, kind in ORIGIN_KINDS.items() if key in value}
    wrong = list(check_types(value, given, ""))
    if wrong:
        yield from wrong
        return
    if "revision" in value and (problem := check_range(value["revision"], REVISIONS, "revision")):
        yield problem
    if problem := check_text(value.get("licence", ""), "licence"):
        yield problem
    try:
        _time_of(value)
    except (OverflowError, ValueError):
        # Near its ends, the calendar may lack the same moment in UTC.
        yield Problem(
            f"{value['timestamp'][:40]!r} is not a time",
            "Write it as 2026-01-31T12:00:00Z",
            field="timestamp",
        )


def read_origin(value: dict[str, Any]) -> PageOrigin:
    """What the fields say, once they are checked."""
    return PageOrigin(value.get("revision"), _time_of(value), value.get("licence", ""))


def _time_of(value: dict[str, Any]) -> datetime | None:
    text: str = value.get("timestamp", "")
    if not text:
        return None
    time = datetime.fromisoformat(text)
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
