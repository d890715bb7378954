"""Say whether a release can be made from this checkout, and what a person has to do for it.

The exit code is 1 if something stands in the way. An image can only be built where Docker runs;
elsewhere that is left to the person.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from scripts.bootstrap import ROOT
from scripts.changelog import fragments
from scripts.lock import LIST, PLATFORM_LOCK, platform_list, platform_lock
from scripts.upgrades import RELEASED

TARGETS = ("plumbline", "proxy")
"""The images in the Dockerfile."""
LINES = 15
"""Of what a program says that failed."""


def main() -> int:
    """Print what each check found and what a person has to do; the exit code."""
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    has_docker = not list(failure("docker", "info"))
    checks: Mapping[str, Iterator[str]] = {
        "Everything is committed": uncommitted(),
        "Version": wrong_versions(version),
        "Changelog": wrong_changelog(version),
        "Lists of packages": wrong_lists(),
        "Released migrations": unnoted_migrations(),
        "Migrations go back and forth": python("scripts.migrations"),
        "Documents": python("pytest", "-q", "tests/docs"),
        "Package": python("pytest", "-q", "--long", "tests/e2e/test_package.py"),
        "Wheel": python("scripts.package", "dist"),
        "Images": unbuilt_images() if has_docker else iter(()),
    }
    stopped = 0
    print(f"Can Plumbline {version} be released?")
    for title, problems in checks.items():
        print(f"· {title}", flush=True)
        for problem in problems:
            stopped += 1
            print(f"  ✗ {problem}", flush=True)
    print(f"\n{stopped} problems stand in the way." if stopped else "\nNothing stands in the way.")
    print("What a person has to do:")
    for number, duty in enumerate(duties(version, has_docker=has_docker), 1):
        print(f"{number}. {duty}")
    return 1 if stopped else 0


def uncommitted() -> Iterator[str]:
    """A sentence if files differ from the last commit: the wheel would hold what no tag names."""
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    if count := len(status.stdout.splitlines()):
        yield f"{count} files differ from the last commit: commit them, or set them aside"


def wrong_versions(version: str) -> Iterator[str]:
    """A sentence for each file with another version than pyproject.toml, and for a released one."""
    for name, found in versions_elsewhere().items():
        if found != {version}:
            yield f"{name} has {', '.join(sorted(found)) or 'no version'}: write {version}"
    tags = subprocess.run(
        ["git", "tag", "--list", f"v{version}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    if tags.stdout:
        yield f"v{version} is tagged already: raise the version in pyproject.toml"


def versions_elsewhere() -> dict[str, set[str]]:
    """The versions in the files that name one beside pyproject.toml."""
    patterns = {
        "CITATION.cff": r"^version: (\S+)$",
        "docker-compose.yml": r"image: plumbline(?:-proxy)?:(\S+)$",
        "docs/package.md": r"plumbline_annotator-(\S+?)-py3-none-any\.whl",
    }
    found = {
        name: set(re.findall(pattern, read(name), re.MULTILINE))
        for name, pattern in patterns.items()
    }
    for name in ("frontend/package.json", "frontend/package-lock.json"):
        found[name] = {json.loads(read(name))["version"]}
    return found


def wrong_changelog(version: str) -> Iterator[str]:
    """A sentence where the changelog is not that of this version, or dated unlike the citation."""
    text = read("CHANGELOG.md")
    if count := sum(map(len, fragments(ROOT / "changes").values())):
        yield f"changes/ has {count} lines: move them with python -m scripts.changelog"
    if text.partition("## Unreleased\n")[2].partition("\n## ")[0].strip():
        yield "CHANGELOG.md has lines under Unreleased: move them below the version and its date"
    date = re.search(rf"^## {re.escape(version)} – (\S+)$", text, re.MULTILINE)
    if date is None:
        yield f"CHANGELOG.md has no section of this version: write “## {version} – YYYY-MM-DD”"
    elif f'date-released: "{date[1]}"' not in read("CITATION.cff"):
        yield f"CITATION.cff has another date than CHANGELOG.md: write {date[1]}"


def wrong_lists() -> Iterator[str]:
    """A sentence for each list of packages that is not as `make lock` writes it."""
    for path, made in ((LIST, platform_list()), (PLATFORM_LOCK, platform_lock())):
        if path.read_text(encoding="utf-8") != made:
            yield f"{path.name} differs from what it is made of: run make lock"


def unnoted_migrations(root: Path = ROOT, released: Path = RELEASED) -> Iterator[str]:
    """A sentence if there are migrations that are not noted as released."""
    noted = set(released.read_text(encoding="utf-8").split())
    files = (root / "annotator").glob("**/migrations/[0-9]*.py")
    if missing := {f"{file.parent.parent.name}.{file.stem}" for file in files} - noted:
        yield (
            f"{released.relative_to(root)} lacks {len(missing)} migrations: "
            "run python -m scripts.upgrades --release"
        )


def unbuilt_images() -> Iterator[str]:
    """What Docker says of each image that it can't build."""
    for target in TARGETS:
        yield from failure("docker", "build", "--quiet", "--target", target, ".")


def python(module: str, *arguments: str) -> Iterator[str]:
    """What a module says if it fails."""
    return failure(sys.executable, "-m", module, *arguments)


def failure(*command: str) -> Iterator[str]:
    """The last lines of a command that fails, as one problem."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        yield f"{command[0]} is not installed"
        return
    if done.returncode:
        words = " ".join(Path(word).name for word in command)
        said = "\n    ".join(done.stdout.splitlines()[-LINES:])
        yield f"{words} ended with {done.returncode}:\n    {said}"


def duties(version: str, *, has_docker: bool) -> Iterator[str]:
    """What no program here decides or may do, in its order."""
    yield "Run make test-long on a quiet machine, and make outdated; read what they say."
    yield "Read the changelog as somebody who uses the last release."
    if not has_docker:
        yield f"Build the images where Docker runs: docker build --target {' and '.join(TARGETS)}."
    yield f"Tag the commit: git tag --sign v{version}. Push the tag."
    yield f"Publish dist/plumbline_annotator-{version}-py3-none-any.whl with requirements.lock."
    yield (
        "For the package index: look whether plumbline-annotator still is free or yours, then "
        "uvx twine upload dist/*.whl. The name plumbline there is another project's."
    )
    yield "Push the images, and write their digests into the notes of the release."


def read(name: str) -> str:
    """The text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
