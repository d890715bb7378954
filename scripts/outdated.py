"""Say which images, Python and Node packages are behind, or have a published hole.

It asks the registries, so it is no part of the checks. The exit code is 1 where there is a hole, or
where a registry couldn't be asked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.bootstrap import ROOT, venv_program, write_lock
from scripts.locked_parts import PLATFORM

REGISTRY = "https://hub.docker.com/v2/repositories/library"
SECONDS = 20
AUDITED = (PLATFORM, "nginx", "reader")
"""What a site runs. The other parts of the lock file are tools and tests."""

_IMAGE = re.compile(r"(?:^FROM|image:) ([a-z]+):(\d+(?:\.\d+)+)(-[a-z-]+)?", re.MULTILINE)
_TAG = re.compile(r"(\d+(?:\.\d+)+)(-[a-z-]+)?")


class NotAskedError(Exception):
    """A registry couldn't be asked; the message says why."""


@dataclass(frozen=True, slots=True, order=True)
class Image:
    """An image as the Dockerfile or the Compose file pins it. ``rest`` is such as ``-bookworm``."""

    name: str
    version: str
    rest: str = ""

    @property
    def tag(self) -> str:
        """Its tag."""
        return f"{self.version}{self.rest}"


def pinned_images(texts: Iterable[str]) -> list[Image]:
    """The images that come from a registry, each once."""
    found = {
        Image(*map(str, match.groups(""))) for text in texts for match in _IMAGE.finditer(text)
    }
    return sorted(image for image in found if not image.name.startswith("plumbline"))


def newest_of(image: Image, tags: Iterable[str]) -> str:
    """The newest tag of the image's own major version and kind; its own where none is newer.

    Python's and Node's minor versions are releases of their own: those stay within the minor one.
    """
    same = 2 if image.name == "python" else 1
    kept = image.version.split(".")[:same]
    matches = (match for tag in tags if (match := _TAG.fullmatch(tag)))
    versions = [
        match[1]
        for match in matches
        if (match[2] or "") == image.rest and match[1].split(".")[:same] == kept
    ]
    return f"{max([image.version, *versions], key=_numbers)}{image.rest}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def ask(address: str) -> Any:
    """JSON from a registry. Raises ``NotAskedError``."""
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - https alone
            return json.load(answer)
    except (OSError, ValueError) as error:
        raise NotAskedError(f"could not ask {address}: {error}") from error


def output_of(command: list[str], folder: Path = ROOT) -> Any:
    """JSON that a package manager writes, whatever its exit code. Raises ``NotAskedError``."""
    name = " ".join(Path(word).name for word in command[:2])
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=600
        )
        value = json.loads(done.stdout or "{}")
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise NotAskedError(f"{name} gave no answer: {error}") from error
    failed = type(value) is dict and "error" in value
    if failed or (done.returncode and not done.stdout):
        why = (failed and value["error"].get("summary")) or value.get("message")
        why = why or done.stderr.strip()[-300:]
        raise NotAskedError(f"{name} could not ask its registry: {why}")
    return value


def check_images() -> list[str]:
    """A line for each image with its digest, and whether it is behind."""
    files = (ROOT / "Dockerfile", ROOT / "docker-compose.yml")
    lines = []
    for image in pinned_images(file.read_text("utf-8") for file in files):
        major = image.version.partition(".")[0]
        found = ask(f"{REGISTRY}/{image.name}/tags?page_size=100&name={major}.")
        newest = newest_of(image, (each["name"] for each in found["results"]))
        digest = ask(f"{REGISTRY}/{image.name}/tags/{newest}")["digest"]
        state = "newest" if newest == image.tag else f"behind {newest}"
        lines.append(f"{image.name}:{image.tag}: {state}; pin {image.name}:{newest}@{digest}")
    return lines


def check_python_versions() -> list[str]:
    """The installed Python packages that are behind."""
    pip = [str(venv_program("pip")), "list", "--outdated", "--format=json"]
    return [
        f"{each['name']} {each['version']}: {each['latest_version']}" for each in output_of(pip)
    ]


def check_python_holes() -> list[str]:
    """The published holes of what a site runs, by pip-audit, which uv fetches for this."""
    audit = [
        str(venv_program("uvx")),
        "pip-audit>=2.7,<3",
        "--format=json",
        "--progress-spinner=off",
    ]
    lock = ["--requirement", str(write_lock(*AUDITED))]
    found = output_of([*audit, "--disable-pip", "--no-deps", *lock])
    return [
        f"{package['name']} {package['version']}: {hole['id']}, fixed in "
        f"{', '.join(hole['fix_versions']) or 'no version yet'}"
        for package in found["dependencies"]
        for hole in package.get("vulns", ())
    ]


def check_node_versions() -> list[str]:
    """The front end's packages that are behind."""
    found = output_of(["npm", "outdated", "--json"], ROOT / "frontend")
    return [f"{name} {each.get('current')}: {each['latest']}" for name, each in found.items()]


def check_node_holes() -> list[str]:
    """The published holes of the front end's packages."""
    found = output_of(["npm", "audit", "--json"], ROOT / "frontend")
    return [
        f"{name}: {hole['severity']}, {hole['range']}"
        for name, hole in found["vulnerabilities"].items()
    ]


@dataclass(frozen=True, slots=True)
class Check:
    """A question to a registry; ``is_hole`` where each line of its answer is one."""

    title: str
    lines: Callable[[], list[str]]
    is_hole: bool = False


CHECKS = (
    Check("Images", check_images),
    Check("Python packages that are behind", check_python_versions),
    Check("Published holes of Python packages", check_python_holes, is_hole=True),
    Check("Node packages that are behind", check_node_versions),
    Check("Published holes of Node packages", check_node_holes, is_hole=True),
)


def main(checks: Iterable[Check] = CHECKS) -> int:
    """Print what each registry says; the exit code."""
    code = 0
    for check in checks:
        print(f"\n{check.title}", flush=True)
        try:
            lines = check.lines()
        except NotAskedError as error:
            print(f"  NOT CHECKED: {error}")
            code = 1
            continue
        print("\n".join(f"  {line}" for line in lines) or "  none")
        if lines and check.is_hole:
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
