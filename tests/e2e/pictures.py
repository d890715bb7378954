"""Pictures of what tests show, for people to look at."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.size import is_long


def photograph(shown: Page | Locator, path: Path | str, **options: Any) -> None:
    """Keep a picture of a page or a part of it, in the long run: drawing it takes half a second.

    ``options`` are those of Playwright's ``screenshot``.
    """
    if is_long():
        shown.screenshot(path=path, animations="disabled", **options)
