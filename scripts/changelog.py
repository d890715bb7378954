"""Move the lines in `changes/` to the changelog: `python -m scripts.changelog`.

A line is a file of its own, `changes/WORDS.TYPE.md`, so that two branches that add one each don't
conflict. It has one bullet of the changelog, without its dash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.bootstrap import ROOT

CHANGELOG = ROOT / "CHANGELOG.md"
FRAGMENTS = ROOT / "changes"
UNRELEASED = "## Unreleased\n"
TYPES = ("added", "changed", "fixed", "removed")
"""In the changelog's order; each is the heading of a section."""


class WrongFragmentError(ValueError):
    """A file in `changes/` that can't be a line of the changelog; the message says why."""


def fragments(folder: Path = FRAGMENTS) -> dict[str, list[str]]:
    """The lines of each type, by their files' names. Raises `WrongFragmentError`."""
    found: dict[str, list[str]] = {kind: [] for kind in TYPES}
    for file in sorted(folder.iterdir()):
        if file.name == "README.md":
            continue
        name, _, kind = file.name.removesuffix(".md").rpartition(".")
        text = file.read_text(encoding="utf-8").strip()
        if file.suffix != ".md" or not name or kind not in TYPES:
            kinds = ", ".join(TYPES)
            raise WrongFragmentError(f"{file.name}: call it WORDS.TYPE.md, with one of {kinds}")
        if not text or "\n" in text or text.startswith("-"):
            raise WrongFragmentError(f"{file.name}: write one line, without a dash before it")
        found[kind].append(text)
    return found


def merged(changelog: str, lines: Mapping[str, Sequence[str]]) -> str:
    """The changelog with the lines at the ends of the sections of what is unreleased."""
    before, heading, rest = changelog.partition(UNRELEASED)
    unreleased, released, after = rest.partition("\n## ")
    sections = dict.fromkeys(TYPES, "")
    for section in unreleased.split("### ")[1:]:
        title, _, bullets = section.partition("\n")
        sections[title.lower()] = bullets.strip()
    text = "".join(
        f"\n### {kind.capitalize()}\n\n" + "\n".join([*([old] if old else []), *new]) + "\n"
        for kind, old in sections.items()
        if (new := [f"- {line}" for line in lines[kind]]) or old
    )
    return before + heading + text + released + after


def main() -> None:
    """Write the changelog and delete the files whose lines it has now."""
    lines = fragments()
    CHANGELOG.write_text(merged(CHANGELOG.read_text(encoding="utf-8"), lines), encoding="utf-8")
    for kind in TYPES:
        for file in FRAGMENTS.glob(f"*.{kind}.md"):
            file.unlink()


if __name__ == "__main__":
    main()
