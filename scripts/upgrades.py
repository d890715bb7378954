"""Which new migrations the version before can live with, so that both may serve at once.

``python -m scripts.upgrades`` lists those that need a stop, and why; ``--release`` notes all
migrations there are as those of the version that is released now.
"""

import argparse
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.bootstrap import ROOT

if TYPE_CHECKING:
    from django.db.migrations import Migration
    from django.db.migrations.operations.base import Operation

RELEASED = ROOT / "deploy" / "released-migrations.txt"
ADDITIVE = {
    "CreateModel",
    "AddIndex",
    "RemoveIndex",
    "RenameIndex",
    "RemoveConstraint",
    "AlterModelOptions",
    "AlterModelManagers",
    "RunPython",
}
"""What the version before does not notice. Anyone who writes a RunPython leaves its rows alone."""


def reasons_to_stop(operations: "Iterable[Operation]") -> list[str]:
    """What of a migration the version before can't live with, one line for each operation."""
    return list(_reasons(operations, set()))


def _reasons(operations: "Iterable[Operation]", new_models: set[str]) -> "Iterator[str]":
    for operation in operations:
        kind = type(operation).__name__
        model = str(getattr(operation, "model_name", "")).lower()
        if kind == "CreateModel":
            new_models.add(str(operation.name).lower())  # type: ignore[attr-defined]
        elif kind == "SeparateDatabaseAndState":
            yield from _reasons(operation.database_operations, new_models)  # type: ignore[attr-defined]
        elif kind == "AddField" and model not in new_models:
            yield from _reason_of_field(operation)
        elif kind not in ADDITIVE and model not in new_models:
            yield f"{kind}: {operation.describe()}"


def _reason_of_field(operation: "Operation") -> "Iterator[str]":
    """A column that the version before does not fill has to fill itself."""
    field = operation.field  # type: ignore[attr-defined]
    if not (field.null or field.has_db_default() or field.many_to_many):
        yield f"{operation.describe()}: give it null=True or a db_default"


def new_migrations() -> "list[Migration]":
    """The project's migrations that the last release did not have; none before the first one."""
    from django.db.migrations.loader import MigrationLoader

    released = set(RELEASED.read_text("utf-8").split()) if RELEASED.exists() else set()
    if not released:
        return []
    loader = MigrationLoader(None)
    return [
        migration
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if type(migration).__module__.startswith("annotator.")
        and f"{app}.{name}" not in released
        # Where the others are applied, nothing is left to do.
        and not migration.replaces
    ]


def _all_names() -> list[str]:
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None)
    return sorted(f"{app}.{name}" for app, name in loader.disk_migrations)


def main() -> int:
    """List what needs a stop; the exit code is 1 where something does."""
    parser = argparse.ArgumentParser(prog="python -m scripts.upgrades", description=__doc__)
    parser.add_argument("--release", action="store_true", help="note all migrations as released")
    release = parser.parse_args().release
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATA_DIR", folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
        import django

        django.setup()
        if release:
            Path(RELEASED).write_text("".join(f"{name}\n" for name in _all_names()), "utf-8")
            return 0
        found = 0
        for migration in new_migrations():
            for reason in reasons_to_stop(migration.operations):
                print(f"{migration.app_label}.{migration.name}: {reason}")
                found += 1
    return min(found, 1)


if __name__ == "__main__":
    raise SystemExit(main())
