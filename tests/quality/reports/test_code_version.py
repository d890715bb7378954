"""The version of the code is that of everything that decides figures."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from annotator.quality.reports.code_version import PLACES

ROOT = Path(settings.BASE_DIR)
DECIDES_NO_FIGURE = (
    "annotator/foundation/names/naming.py",
    "annotator/workspace/accounts/",
    "annotator/collecting/assignments/late.py",
    "annotator/collecting/assignments/ordering.py",
    "annotator/collecting/assignments/overlaps.py",
    "annotator/foundation/files/code_version.py",
    "annotator/foundation/commands/plumbline_command.py",
    "annotator/workspace/projects/project_command.py",
    "annotator/quality/comparisons/models.py",
    "annotator/material/corpus/context_passages.py",
    "annotator/material/corpus/storage.py",
    "annotator/exceptions.py",
    "annotator/workspace/history/services.py",
    "annotator/workspace/jobs/",
    "annotator/foundation/names/name_keys.py",
    "annotator/quality/judgments/queries.py",
    "annotator/quality/reviews/models.py",
    "annotator/quality/judgments/variability.py",
    "annotator/workspace/projects/changing.py",
    "annotator/workspace/projects/conduct.py",
    "annotator/workspace/projects/hidden_split.py",
    "annotator/workspace/projects/locking.py",
    "annotator/workspace/projects/queries.py",
    "annotator/workspace/projects/services.py",
    "annotator/workspace/projects/stewards.py",
    "annotator/foundation/database/snapshot.py",
    "annotator/foundation/messages/tasks_by_name.py",
)
"""Jobs and people; who reads the hidden split; since when a report is old; how bytes are packed;
what adaptive overlap asks for and how it is handed out; how passages are found, which are rows
then."""


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
