"""Figures of the statistics as sentences and cells."""

from collections.abc import Mapping
from typing import Any

_DIGITS = 3


def number(value: float, unit: str) -> str:
    """A value of a figure in words.

    >>> number(0.6234, "share"), number(0.4758, "coefficient"), number(1000, "count")
    ('62.3%', '0.476', '1,000')
    """
    if unit == "share":
        return f"{value:.1%}"
    if unit == "count" and value == int(value):
        return f"{int(value):,}"
    words = f"{value:,.{_DIGITS if abs(value) < 10 else 1}f}"  # noqa: PLR2004
    return f"{words} {unit}" if unit in ("seconds", "words", "bits") else words


def sentence(words: str, figure: Mapping[str, Any]) -> str:
    """A figure with its interval, or with why it has none.

    >>> sentence("Pairs that agree", {"unit": "share", "value": 0.5, "low": 0.4, "high": 0.6,
    ...     "count": 40, "missing": None, "no_interval": None})
    'Pairs that agree: 50.0% (95% interval 40.0% to 60.0%; over 40).'
    """
    unit, value = figure["unit"], figure["value"]
    if value is None:
        why = figure["missing"] or {}
        return f"{words}: not measured. {why.get('reason', '')}".rstrip()
    parts = []
    if figure["low"] is not None and figure["high"] is not None:
        parts.append(
            f"95% interval {number(figure['low'], unit)} to {number(figure['high'], unit)}"
        )
    else:
        parts.append("no interval")
    if figure["count"] is not None:
        parts.append(f"over {figure['count']:,}")
    why = (figure["no_interval"] or {}).get("reason", "") if parts else ""
    return f"{words}: {number(value, unit)} ({'; '.join(parts)}). {why}".rstrip()


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "label"), counted(1200, "label")
    ('1 label', '1,200 labels')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
