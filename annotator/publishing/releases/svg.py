"""Figures for papers as SVG, written as text, so that equal values give equal bytes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, fsum
from typing import Any

Point = Mapping[str, Any]
"""A point of a plot: its ``key``, ``series``, ``value``, and the ends of its interval or None."""

WIDTH, HEIGHT = 480, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 12, 28, 40
_COLOURS = ("#1b6ca8", "#e39b2d", "#b3413a", "#6b7280")
"""Told apart in print and by most people who see few colours."""
_FEW = 3
_CLOSE = 1e-9
_LOOK = 'font-family="sans-serif" font-size="12" role="img"'


def drawn(plot: Mapping[str, Any], about: str, words: Mapping[str, str]) -> str:
    """A plot of the statistics: bars with shares, of several series on top of each other, or points
    beside each other; with intervals where it has them. ``about`` says what it is to people who
    don't see it; ``words`` are for series and keys that don't speak for themselves.
    """
    series = [*plot["series"]]
    columns = [*dict.fromkeys(each["key"] for each in plot["points"])]
    values = {
        (each["key"], each["series"]): each for each in plot["points"] if each["value"] is not None
    }
    groups = [[values.get((key, name)) for name in series] for key in columns]
    are_points = plot["kind"] == "points"
    axis = _axis_of(groups, are_points=are_points, are_shares=plot["unit"] == "share")
    step = (WIDTH - _LEFT - _RIGHT) / max(len(columns), 1)
    parts = axis.lines()
    for number, (key, group) in enumerate(zip(columns, groups, strict=True)):
        x = _LEFT + step * (number + 0.5)
        label = words.get(key, key.replace("-", "–"))
        parts.append(_text(x, HEIGHT - _BOTTOM + 16, label, "middle"))
        if are_points:
            parts += _points(x, step * 0.5, group, axis)
        else:
            parts += _stack(x, step * 0.7, group, axis)
    if len(series) > 1:
        parts += [_legend(number, words.get(name, name)) for number, name in enumerate(series)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {_LOOK}>',
            f"<title>{escape(about)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *parts,
            "</svg>\n",
        ]
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    """The vertical axis, from ``least`` to ``most``; shares are told in percent."""

    least: float
    most: float
    are_shares: bool

    def y(self, value: float) -> float:
        part = (value - self.least) / (self.most - self.least)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(max(part, 0.0), 1.0)

    def lines(self) -> list[str]:
        """A line at zero, and a tick at each fifth, or each tenth where there are few."""
        fifths = round((self.most - self.least) * 5)
        steps = fifths if fifths > _FEW else 2 * fifths
        values = [self.least + (self.most - self.least) * each / steps for each in range(steps + 1)]
        return [part for each in values for part in self._tick(each)]

    def _tick(self, value: float) -> list[str]:
        y, is_zero = self.y(value), abs(value) < _CLOSE
        line = _line(_LEFT, y, WIDTH - _RIGHT, y, "#333" if is_zero else "#ddd")
        shown = 0.0 if is_zero else value
        told = f"{shown:.0%}" if self.are_shares else f"{shown:.1f}"
        return [line, _text(_LEFT - 6, y + 4, told, "end")]


def _axis_of(
    groups: Sequence[Sequence[Point | None]], *, are_points: bool, are_shares: bool
) -> _Axis:
    """An axis for all values and the ends of their intervals: from zero, or from the fifth below
    the least where that is negative; up to a fifth, and no further than 1.
    """
    points = [each for group in groups for each in group if each]
    ends = [each[name] for each in points for name in ("value", "low", "high") if each[name]]
    if not are_points:
        ends += [fsum(each["value"] for each in group if each) for group in groups]
    least = floor(min([0.0, *ends]) * 5 + _CLOSE) / 5
    most = ceil(max([0.0, *ends]) * 5 - _CLOSE) / 5
    return _Axis(max(least, -1.0), min(max(most, 0.2), 1.0), are_shares)


def _stack(x: float, width: float, stack: Sequence[Point | None], axis: _Axis) -> list[str]:
    parts, below = [], 0.0
    for number, point in enumerate(stack):
        if point is None:
            continue
        top, bottom = axis.y(below + point["value"]), axis.y(below)
        parts.append(
            f'<rect x="{x - width / 2:.2f}" y="{top:.2f}" width="{width:.2f}"'
            f' height="{bottom - top:.2f}" fill="{_colour(number)}"/>'
        )
        below += point["value"]
        if len(stack) == 1:
            parts += _interval(x, point, axis, "#111")
    return parts


def _points(x: float, width: float, group: Sequence[Point | None], axis: _Axis) -> list[str]:
    parts = []
    for number, point in enumerate(group):
        if point is None:
            continue
        at = x + width * ((number + 0.5) / len(group) - 0.5)
        parts += _interval(at, point, axis, _colour(number))
        y = axis.y(point["value"])
        parts.append(f'<circle cx="{at:.2f}" cy="{y:.2f}" r="3.5" fill="{_colour(number)}"/>')
    return parts


def _interval(x: float, point: Point, axis: _Axis, colour: str) -> list[str]:
    if point["low"] is None or point["high"] is None:
        return []
    return [_line(x, axis.y(point["low"]), x, axis.y(point["high"]), colour)]


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _legend(number: int, name: str) -> str:
    x = _LEFT + 140 * number
    square = f'<rect x="{x}" y="8" width="10" height="10" fill="{_colour(number)}"/>'
    return square + _text(x + 15, 17, name)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    return f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">{escape(text)}</text>'
