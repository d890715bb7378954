"""What in an element's attributes may hide its text, and the element without it.

Hidden text stays hidden, as it was on the page: alignment with invisible digits, say. But a
candidate that nobody sees can't be chosen, so what hides a whole candidate is left out
(``PageWriter``). What is taken for hiding without doing so costs a candidate some looks, no more;
so this errs on that side. Where text shrinks level by level, the stylesheet has a smallest size.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from annotator.material.corpus.markup.readable_colours import is_transparent, readable_colours

_CLASSES = frozenset(
    """
    Z3988 cite-accessibility-label cs1-hidden-error geo-multi-punct geo-nondefault magnify
    mw-empty-elt printonly
    """.split()
)
"""Classes that the stylesheet hides, as Wikipedia does."""

_NUMBER = re.compile(
    r"(?<![\w#.])([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]+)?(?![\w.])", re.IGNORECASE
)
_PIXELS = {
    "px": 1.0, "pt": 1.33, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.94,
    "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "%": 8.0,
}  # fmt: skip
"""How many pixels a unit is, about; units of the window are like a hundredth of its 1,000."""
_LETTERS = _PIXELS | {"%": 0.16}
"""The same for the size of letters, where 100% is that of the letters around."""
_OF_THE_WINDOW = 10.0
_LINE = 16.0

_OFFSETS = ("margin", "left", "right", "top", "bottom", "text-indent")
_SIZES = frozenset({"width", "height", "max-width", "max-height"})
_MOST_FADED = 0.3
_FEWEST_PIXELS = 5.0
_SMALLEST_LETTERS = 6.0
_FARTHEST = (-300.0, 1500.0)
_TIGHTEST_SPACING = -3.0
_UNSHOWN = ("none", "table-column")
_MOVING = ("scale", "translate")


def without_hiding(name: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes with which the text of the element ``name`` is seen.

    ``attributes`` are safe ones, with a ``style`` as ``safe_style`` writes it.
    """
    shown = dict(attributes)
    if "class" in shown:
        shown["class"] = " ".join(each for each in shown["class"].split() if each not in _CLASSES)
    if "style" in shown:
        shown["style"] = seen_style(shown["style"])
    _make_readable(shown)
    if name == "rp":
        shown["style"] = "display: inline"
    return {key: value for key, value in shown.items() if value or key not in {"class", "style"}}


def _make_readable(shown: dict[str, str]) -> None:
    """Change colours in the attributes if text would vanish against its background."""
    older = {"background-color": shown.get("bgcolor"), "color": shown.get("color")}
    given = {key: value for key, value in older.items() if value}
    style = _declarations(shown.get("style", ""))
    readable = readable_colours(given | style)
    if "color" in given and "color" not in readable:
        del shown["color"]
    style = {
        key: value for key, value in readable.items() if style.get(key) or given.get(key) != value
    }
    shown["style"] = "; ".join(f"{key}: {value}" for key, value in style.items())


def _declarations(style: str) -> dict[str, str]:
    """Of a style as ``safe_style`` writes it."""
    return dict(part.partition(": ")[::2] for part in style.split("; ") if part)


def seen_style(style: str) -> str:
    """``style``, a result of ``safe_style``, without the declarations that may hide text.

    >>> seen_style("color: red; visibility: hidden; text-indent: -999em")
    'color: red'
    """
    if not style:
        return style
    declarations = [part.partition(": ")[::2] for part in style.split("; ")]
    is_tiny = any(_is_tiny(name, value) for name, value in declarations)
    kept = [
        f"{name}: {value}"
        for name, value in declarations
        if not _hides(name, value.lower()) and not (is_tiny and name.startswith("overflow"))
    ]
    return style if len(kept) == len(declarations) else "; ".join(kept)


def _hides(name: str, value: str) -> bool:
    if name.startswith(_OFFSETS):
        return _is_far(value)
    return _is_tiny(name, value) or (name in _HIDING and _HIDING[name](value))


def _is_tiny(name: str, value: str) -> bool:
    """Whether a box has no room: it cuts off its text, or what follows covers it."""
    return name in _SIZES and _is_below(value, _FEWEST_PIXELS)


def _is_far(value: str) -> bool:
    lengths = _lengths(value, _PIXELS, 1.0)
    return _is_computed(value) or any(
        not _FARTHEST[0] < pixels < _FARTHEST[1] for pixels in lengths
    )


def _is_faded(value: str) -> bool:
    return _is_below(value, _MOST_FADED, pixels={"%": 0.01})


def _is_tight(value: str) -> bool:
    return _is_below(value, _TIGHTEST_SPACING)


def _is_low(value: str) -> bool:
    return _is_below(value, _FEWEST_PIXELS, bare=_LINE)


def _has_small_letters(size: str) -> bool:
    return _is_below(size, _SMALLEST_LETTERS, pixels=_LETTERS)


def _has_small_letters_or_low_lines(font: str) -> bool:
    size, slash, lines = font.partition("/")
    is_low = bool(slash) and _is_low(lines.lstrip().partition(" ")[0])
    return is_low or _has_small_letters(size)


def _is_below(
    value: str, least: float, *, pixels: Mapping[str, float] = _PIXELS, bare: float = 1.0
) -> bool:
    return _is_computed(value) or any(each < least for each in _lengths(value, pixels, bare))


def _is_computed(value: str) -> bool:
    return "(" in value


def _lengths(value: str, pixels: Mapping[str, float], bare: float) -> Iterator[float]:
    """The lengths in ``value``, in pixels; a number without a unit counts ``bare``."""
    for number, unit in _NUMBER.findall(value):
        factor = pixels.get(unit.lower(), _OF_THE_WINDOW) if unit else bare
        yield float(number) * factor


_HIDING: dict[str, Callable[[str], bool]] = {
    "display": lambda value: value.startswith(_UNSHOWN),
    "visibility": lambda value: value.startswith(("hidden", "collapse")),
    "opacity": _is_faded,
    "color": is_transparent,
    "letter-spacing": _is_tight,
    "word-spacing": _is_tight,
    "line-height": _is_low,
    "font": _has_small_letters_or_low_lines,
    "font-size": _has_small_letters,
    # What follows would cover it.
    "position": lambda value: value.startswith("absolute"),
    "transform": lambda value: any(each in value for each in _MOVING),
}
"""By property: whether a value of it may hide text. Offsets are asked for apart."""
