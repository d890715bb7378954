"""Cells that a spreadsheet shows and never computes."""

import re

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def guard(text: str) -> str:
    """A cell that `unguard` reads back as ``text``, and that no spreadsheet computes.

    What would be a formula gets an apostrophe in front, and so does what looks like one that got
    it. A number stays as it is: half of NQ's example ids are negative, and AmbigQA names questions
    by such numbers, so with an apostrophe they couldn't be joined with other files.
    """
    return f"'{text}" if _needs_guard(text) else text


def unguard(cell: str) -> str:
    """The text of a cell that `guard` wrote. Others are left as they are."""
    return cell[1:] if cell.startswith("'") and _needs_guard(cell[1:]) else cell


def _needs_guard(text: str) -> bool:
    is_formula = text.lstrip(" '").startswith(_BEGINS_FORMULA)
    return is_formula and not _NUMBER.fullmatch(text)
