"""Colours of an element's style, so that its text stands out from its background.

An element is judged alone, without what its ancestors set. So text that would vanish on a white
page gets a dark background, and text that would vanish on a dark page takes the colour of the text
around it.
"""

import re
from collections.abc import Mapping

_LEAST_CONTRAST = 1.6
"""Between 1 (the same colour) and 21 (black on white): Wikipedia's faintest text has about 2."""
_WHITE, _BLACK = 1.0, 0.0
_DARK_INK, _LIGHT_INK, _BEHIND_LIGHT_TEXT = "#202124", "#fff", "#54595d"
_FEWEST_OPAQUE = 0.3
_ALPHA_PARTS = 4
_NUMBER = re.compile(r"([\d.]+(?:e[-+]?\d+)?)(%?)")
_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)|[a-z]+", re.IGNORECASE)
_BACKGROUNDS = ("background", "background-color")


def readable_colours(declarations: Mapping[str, str]) -> dict[str, str]:
    """``declarations`` of a style, property to value, with a ``color`` that can be read.

    >>> readable_colours({"color": "white"})
    {'color': 'white', 'background-color': '#54595d'}
    >>> readable_colours({"color": "#eee", "background": "#fff"})
    {'color': '#202124', 'background': '#fff'}
    >>> readable_colours({"color": "white", "background": "navy"})
    {'color': 'white', 'background': 'navy'}
    """
    shown = dict(declarations)
    text = _lightness(declarations.get("color", ""))
    behind = next(
        (_lightness(value) for name, value in shown.items() if name in _BACKGROUNDS), None
    )
    if behind is not None:
        if _contrast(0.015 if text is None else text, behind) < _LEAST_CONTRAST:
            shown["color"] = max(_DARK_INK, _LIGHT_INK, key=lambda ink: _contrast_of(ink, behind))
    elif text is not None and _contrast(text, _WHITE) < _LEAST_CONTRAST:
        shown["background-color"] = _BEHIND_LIGHT_TEXT
    elif text is not None and _contrast(text, _BLACK) < _LEAST_CONTRAST:
        del shown["color"]
    return shown


def is_transparent(value: str) -> bool:
    """Whether a colour lets most of its background through.

    >>> is_transparent("rgb(0 0 0 / 20%)"), is_transparent("#fff8")
    (True, False)
    """
    colour = value.partition("!")[0].strip()
    if colour.startswith("#"):
        digits = colour[1:]
        alpha = digits[3:] * 2 if len(digits) == 4 else digits[6:]  # noqa: PLR2004 - #rgba
        return bool(re.fullmatch("[0-4][0-9a-f]", alpha))
    if colour.startswith("transparent"):
        return True
    numbers = _NUMBER.findall(colour)
    if len(numbers) < _ALPHA_PARTS:
        return "calc(" in colour
    number, unit = numbers[3]
    return float(number) * (0.01 if unit else 1.0) < _FEWEST_OPAQUE


def _contrast(one: float, other: float) -> float:
    """WCAG 2.2, *contrast ratio*, of two relative luminances."""
    lighter, darker = max(one, other), min(one, other)
    return (lighter + 0.05) / (darker + 0.05)


def _contrast_of(ink: str, behind: float) -> float:
    return _contrast(_lightness(ink) or 0.0, behind)


def _lightness(value: str) -> float | None:
    """The relative luminance (WCAG 2.2) of the first colour in ``value``; None without one."""
    # Takes 4 MB, and only imports clean pages.
    from PIL import ImageColor

    for written in _COLOUR.findall(value):
        if is_transparent(written):
            return None
        try:
            red, green, blue = ImageColor.getrgb(_opaque(written))[:3]
        except ValueError:
            continue
        return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)
    return None


def _opaque(written: str) -> str:
    """The colour without its transparency, as Pillow reads it."""
    name, bracket, rest = written.partition("(")
    if not bracket:
        return written
    parts = re.split(r"[\s,/]+", rest.rstrip(")").strip())[:3]
    return f"{name.lower().removesuffix('a')}({','.join(parts)})"


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4  # noqa: PLR2004
