"""The version of the code is that of everything that decides figures."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from annotator.reports.code_version import PLACES

ROOT = Path(settings.BASE_DIR)
DECIDES_NO_FIGURE = (
    "annotator/names/naming.py",
    "annotator/accounts/",
    "annotator/assignments/late.py",
    "annotator/assignments/ordering.py",
    "annotator/assignments/overlaps.py",
    "annotator/files/code_version.py",
    "annotator/commands/plumbline_command.py",
    "annotator/projects/project_command.py",
    "annotator/comparisons/models.py",
    "annotator/corpus/context_passages.py",
    "annotator/corpus/storage.py",
    "annotator/exceptions.py",
    "annotator/history/services.py",
    "annotator/jobs/",
    "annotator/names/name_keys.py",
    "annotator/judgments/queries.py",
    "annotator/judgments/variability.py",
    "annotator/projects/conduct.py",
    "annotator/projects/locking.py",
    "annotator/projects/queries.py",
    "annotator/projects/services.py",
    "annotator/projects/stewards.py",
    "annotator/database/snapshot.py",
    "annotator/messages/tasks_by_name.py",
)
"""Jobs and people; since when a report is old; how bytes are packed; what adaptive overlap asks for
and how it is handed out; how passages are found, which are rows then."""


def _imported(source: Path) -> Iterator[str]:
    """The files of modules that a source imports."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("annotator"):
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                path = f"{(name or '').replace('.', '/')}.py"
                if (ROOT / path).is_file():
                    yield path


def _sources() -> list[Path]:
    found = [ROOT / place for place in PLACES]
    return [path for each in found for path in (each.rglob("*.py") if each.is_dir() else [each])]


def test_what_figures_import_is_part_of_the_version() -> None:
    assert all((ROOT / place).exists() for place in PLACES)
    others = {
        path
        for source in _sources()
        for path in _imported(source)
        if not path.startswith((*PLACES, *DECIDES_NO_FIGURE))
    }
    assert others == set()
