"""docs/configuration.md explains the variables that are read, and no others."""

import re
from pathlib import Path

from tests.docs.documents import ROOT, variables_read_by

# Read by make itself, or by the tests.
ELSEWHERE = {"PYTHON", "SCHEMA_EXAMPLES", "UPDATE_SCREENSHOTS"}
# Named by the operating system and by Django, explained there.
OF_OTHERS = {"PATH", "DJANGO_SETTINGS_MODULE", "COVERAGE_FILE", "DEBIAN_FRONTEND"}


def sources() -> list[Path]:
    """The settings, everything else of the platform, and the scripts."""
    folders = (ROOT / name for name in ("annotator", "api", "scripts"))
    return [file for folder in folders for file in folder.rglob("*.py")]


def test_every_variable_that_is_read_is_explained_and_no_other() -> None:
    read = set().union(*(variables_read_by(source) for source in sources()))
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))
    assert explained == (read - OF_OTHERS) | ELSEWHERE


def test_variables_are_recognised_however_they_are_read(tmp_path: Path) -> None:
    source = tmp_path / "settings.py"
    source.write_text(
        """
ONE = env.text("ONE")
TWO = env.flag("TWO", default=True)
THREE = os.environ["THREE"]
FOUR = os.environ.get("FOUR")
FIVE = whole_number(environment, "FIVE", default=1)
os.environ["WRITTEN"] = "1"
OTHER = mapping.get("SIX"), env.text(name), print("SEVEN")
""",
        encoding="utf-8",
    )
    assert variables_read_by(source) == {"ONE", "TWO", "THREE", "FOUR", "FIVE"}
