"""Cells that a spreadsheet shows and never computes."""

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless(value: object) -> str:
    """A cell's text, nothing for None; what would be a formula gets an apostrophe in front."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(_BEGINS_FORMULA) else text
