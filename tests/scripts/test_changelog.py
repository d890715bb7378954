"""Lines of the changelog that wait in files of their own."""

import re
from pathlib import Path

import pytest

from scripts.changelog import CHANGELOG, TYPES, WrongFragmentError, fragments, merged


def test_waiting_lines_are_of_known_types() -> None:
    assert set(fragments()) == set(TYPES)


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("words.nothing.md", "News.", "words.nothing.md: call it WORDS.TYPE.md, with one of"),
        ("words.md", "News.", "words.md: call it"),
        (".added.md", "News.", ".added.md: call it"),
        ("words.added.txt", "News.", "words.added.txt: call it"),
        ("words.added.md", "- News.", "words.added.md: write one line, without a dash"),
        ("words.added.md", "News.\nMore.", "words.added.md: write one line"),
        ("words.added.md", "\n", "words.added.md: write one line"),
    ],
)
def test_a_file_that_is_no_line_is_refused_by_its_name(
    name: str, text: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(WrongFragmentError, match=re.escape(problem)):
        fragments(tmp_path)


def test_lines_come_at_the_end_of_their_sections(tmp_path: Path) -> None:
    for name, text in (("b.added", "Two."), ("a.added", "One."), ("c.fixed", "Mended.")):
        (tmp_path / f"{name}.md").write_text(f"{text}\n", encoding="utf-8")
    before = (
        "# Changelog\n\n## Unreleased\n\n### Added\n\n- Zero.\n\n### Removed\n\n- Old.\n"
        "\n## 0.1.0 – 2026-11-25\n\n- First.\n"
    )
    assert merged(before, fragments(tmp_path)) == (
        "# Changelog\n\n## Unreleased\n\n### Added\n\n- Zero.\n- One.\n- Two.\n"
        "\n### Fixed\n\n- Mended.\n\n### Removed\n\n- Old.\n"
        "\n## 0.1.0 – 2026-11-25\n\n- First.\n"
    )


def test_without_waiting_lines_the_changelog_stays_as_it_is() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    assert merged(text, {kind: [] for kind in TYPES}) == text
