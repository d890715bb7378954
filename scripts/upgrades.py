"""Which new migrations the version before can live with, so that both may serve at once.

``python -m scripts.upgrades`` lists those that need a stop, and why; ``--release`` notes all
migrations there are as those of the version that is released now.
"""

import argparse
import os
import tempfile
from collections import defaultdict
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


def stops_since_the_release(noted: Path = RELEASED) -> dict[str, list[str]]:
    """The migrations after the last release that need a stop, each with its reasons."""
    released = set(noted.read_text("utf-8").split())
    # What the release has no table for, it doesn't read or write, however that changed since.
    new_models: dict[str, set[str]] = defaultdict(set)
    return {
        name: reasons
        for name, migration in project_migrations().items()
        # Where those that another replaces are applied, nothing is left to do.
        if name not in released and not migration.replaces
        if (reasons := list(_reasons(migration.operations, new_models[migration.app_label])))
    }


def project_migrations() -> "dict[str, Migration]":
    """The migrations of this project's apps, in the order in which each app has them."""
    from django.db.migrations.loader import MigrationLoader

    return {
        f"{app}.{name}": migration
        for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items())
        if type(migration).__module__.startswith("annotator.")
    }


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
            RELEASED.write_text("".join(f"{name}\n" for name in project_migrations()), "utf-8")
            return 0
        stops = stops_since_the_release()
        for name, reasons in stops.items():
            for reason in reasons:
                print(f"{name}: {reason}")
    return 1 if stops else 0


if __name__ == "__main__":
    raise SystemExit(main())
