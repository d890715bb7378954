"""Figures for papers: bars as SVG, written as text, so that equal values give equal bytes."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT = 480, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 12, 28, 40
_COLOURS = ("#1b6ca8", "#e39b2d", "#b3413a", "#6b7280")
"""Told apart in print and by most people who see few colours."""
_TICKS = 4
_LOOK = 'font-family="sans-serif" font-size="12" role="img"'


def bars(plot: Mapping[str, Any], about: str) -> str:
    """A plot of bars with shares, as the statistics have it: one series, with intervals, or several
    on top of each other. ``about`` says what it is to people who don't see it.
    """
    series = [*plot["series"]]
    columns = [*dict.fromkeys(each["key"] for each in plot["points"])]
    values = {(each["key"], each["series"]): each for each in plot["points"]}
    stacks = [[values.get((key, name)) for name in series] for key in columns]
    ends = [
        max(
            sum((point or {}).get("value") or 0.0 for point in stack),
            *((point or {}).get("high") or 0.0 for point in stack),
        )
        for stack in stacks
    ]
    most = _rounded_up(max(ends, default=0.0))
    step = (WIDTH - _LEFT - _RIGHT) / max(len(columns), 1)
    parts = [_axis(most), *(_tick(most * each / _TICKS, most) for each in range(_TICKS + 1))]
    for number, (key, stack) in enumerate(zip(columns, stacks, strict=True)):
        x = _LEFT + step * (number + 0.5)
        parts.append(_text(x, HEIGHT - _BOTTOM + 16, key.replace("-", "–"), "middle"))
        parts += _stack(x, step * 0.7, stack, most, with_intervals=len(series) == 1)
    if len(series) > 1:
        parts += [_legend(number, name) for number, name in enumerate(series)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {_LOOK}>',
            f"<title>{escape(about)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _rounded_up(most: float) -> float:
    """The upper end of an axis of shares: a multiple of 0.2, at most 1.

    >>> _rounded_up(0.41), _rounded_up(0.4), _rounded_up(0)
    (0.6, 0.4, 0.2)
    """
    return next((fifths / 5 for fifths in range(1, 6) if most <= fifths / 5 + 1e-9), 1.0)


def _y(value: float, most: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(value / most, 1.0)


def _axis(most: float) -> str:
    return _line(_LEFT, _y(0, most), WIDTH - _RIGHT, _y(0, most), "#333")


def _tick(value: float, most: float) -> str:
    y = _y(value, most)
    grid = _line(_LEFT, y, WIDTH - _RIGHT, y, "#ddd") if value else ""
    return grid + _text(_LEFT - 6, y + 4, f"{value:.0%}", "end")


def _stack(
    x: float,
    width: float,
    stack: Sequence[Mapping[str, Any] | None],
    most: float,
    *,
    with_intervals: bool,
) -> list[str]:
    parts, below = [], 0.0
    for number, point in enumerate(stack):
        value = (point or {}).get("value") or 0.0
        top, bottom = _y(below + value, most), _y(below, most)
        parts.append(
            f'<rect x="{x - width / 2:.2f}" y="{top:.2f}" width="{width:.2f}"'
            f' height="{bottom - top:.2f}" fill="{_COLOURS[number % len(_COLOURS)]}"/>'
        )
        below += value
        if with_intervals and point and point["low"] is not None and point["high"] is not None:
            parts.append(_line(x, _y(point["low"], most), x, _y(point["high"], most), "#111"))
    return parts


def _legend(number: int, name: str) -> str:
    x = _LEFT + 70 * number
    colour = _COLOURS[number % len(_COLOURS)]
    return f'<rect x="{x}" y="8" width="10" height="10" fill="{colour}"/>' + _text(x + 15, 17, name)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    return f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">{escape(text)}</text>'
