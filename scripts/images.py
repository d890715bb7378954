"""Say which pinned images are behind, and what to write to pin the newest by its digest.

It asks the registry, so it is no part of the checks. The exit code is 1 where it couldn't be asked.
"""

import json
import re
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scripts.bootstrap import ROOT

REGISTRY = "https://hub.docker.com/v2/repositories/library"
SECONDS = 20

_IMAGE = re.compile(r"(?:^FROM|image:) ([a-z]+):(\d+(?:\.\d+)+)(-[a-z-]+)?", re.MULTILINE)
_TAG = re.compile(r"(\d+(?:\.\d+)+)(-[a-z-]+)?")


@dataclass(frozen=True, slots=True, order=True)
class Image:
    """An image as the Dockerfile or the Compose file pins it. ``rest`` is such as ``-bookworm``."""

    name: str
    version: str
    rest: str = ""


def pinned_images(texts: Iterable[str]) -> list[Image]:
    """The images that come from a registry, each once."""
    found = {
        Image(*map(str, match.groups(""))) for text in texts for match in _IMAGE.finditer(text)
    }
    return sorted(image for image in found if not image.name.startswith("plumbline"))


def newest_of(image: Image, tags: Iterable[str]) -> str:
    """The newest tag of the image's own major version and kind; its own where none is newer.

    Python's minor versions are releases of their own: it stays within the minor one.
    """
    same = 2 if image.name == "python" else 1
    kept = image.version.split(".")[:same]
    matches = (match for tag in tags if (match := _TAG.fullmatch(tag)))
    versions = [
        match[1]
        for match in matches
        if (match[2] or "") == image.rest and match[1].split(".")[:same] == kept
    ]
    newest = max([image.version, *versions], key=lambda version: [*map(int, version.split("."))])
    return f"{newest}{image.rest}"


def described_images() -> Iterator[str]:
    """A line for each image with its digest, and whether it is behind."""
    files = (ROOT / "Dockerfile", ROOT / "docker-compose.yml")
    for image in pinned_images(file.read_text("utf-8") for file in files):
        tag, major = f"{image.version}{image.rest}", image.version.partition(".")[0]
        found = ask(f"{REGISTRY}/{image.name}/tags?page_size=100&name={major}.")
        newest = newest_of(image, (each["name"] for each in found["results"]))
        digest = ask(f"{REGISTRY}/{image.name}/tags/{newest}")["digest"]
        state = "newest" if newest == tag else f"behind {newest}"
        yield f"{image.name}:{tag}: {state}; pin {image.name}:{newest}@{digest}"


def ask(address: str) -> Any:
    """JSON from the registry."""
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - https alone
        return json.load(answer)


def main() -> int:
    """Print what the registry says; the exit code."""
    try:
        for line in described_images():
            print(line)
    except (OSError, ValueError) as error:
        print(f"NOT CHECKED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
