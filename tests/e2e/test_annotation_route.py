"""How much JavaScript the annotation page loads before it can be worked with."""

import gzip
import json
from typing import Any

import pytest

from scripts.bootstrap import FRONTEND

MOST_BYTES = 250_000
"""Compressed by gzip, the worse of the two ways in which it is sent."""

DIST = FRONTEND / "dist"
ROUTE = ("index.html", "src/app/annotationPages.tsx")


def loaded_by(manifest: dict[str, Any], *names: str) -> set[str]:
    """The chunks of modules and all that they import at once, by their names in the manifest."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += manifest[name].get("imports", [])
    return found


@pytest.mark.parametrize(
    "screen",
    [
        "src/features/natural-questions/AnnotationScreen.tsx",
        "src/features/long-form/LongFormScreen.tsx",
    ],
)
def test_the_annotation_route_is_at_most_250_kilobytes_of_javascript(screen: str) -> None:
    manifest = json.loads((DIST / ".vite" / "manifest.json").read_text("utf-8"))
    sizes = {
        name: len(gzip.compress((DIST / manifest[name]["file"]).read_bytes()))
        for name in loaded_by(manifest, *ROUTE, screen)
    }
    largest = sorted(sizes.items(), key=lambda size: -size[1])[:10]
    assert sum(sizes.values()) <= MOST_BYTES, largest
