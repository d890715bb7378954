"""Ask whether a migration is missing, undo the newest on an SQLite database, and apply them again.

``--all`` undoes all there are. Whether each operation says that it can be undone is asked
of all of them either way.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.migrated import FILE_VARIABLE

if TYPE_CHECKING:
    from django.db.migrations.loader import MigrationLoader

Target = tuple[str, str | None]
"""An app and the migration to go to, None for before its first."""


def main(arguments: list[str] | None = None) -> int:
    """Go back and forth; the exit code. A migration that is missing or can't be undone is named.

    The first way is spared where the run of the checks has gone it for all its steps.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="undo all, and not only the newest")
    undoes_all = parser.parse_args(arguments).all
    with tempfile.TemporaryDirectory(prefix="plumbline-migrations-") as folder:
        if file := os.environ.get(FILE_VARIABLE):
            shutil.copyfile(file, Path(folder) / "plumbline.sqlite3")
        os.environ.update(DATA_DIR=folder, DJANGO_SETTINGS_MODULE="annotator.settings")
        os.environ.pop("DATABASE_URL", None)
        import django
        from django.core.management import call_command
        from django.db import connection
        from django.db.migrations.loader import MigrationLoader

        django.setup()
        # It ends the program where a model has changed without a migration.
        call_command("makemigrations", check_changes=True, dry_run=True, skip_checks=False)
        loader = MigrationLoader(connection)
        stuck = [
            f"{migration}: {operation.describe()} can't be undone"
            for migration in loader.disk_migrations.values()
            for operation in migration.operations
            if not operation.reversible
        ]
        if stuck:
            print(*stuck, sep="\n", file=sys.stderr)
            return 1
        if not file:
            call_command("migrate", interactive=False, verbosity=0)
        undone = go_to(
            [(app, None) for app in sorted(loader.migrated_apps)]
            if undoes_all
            else before_newest(loader)
        )
        left = set(connection.introspection.table_names()) - {"django_migrations"}
        if undoes_all and left:
            print(f"Tables left after undoing everything: {sorted(left)}", file=sys.stderr)
            return 1
        go_to(loader.graph.leaf_nodes())
        connection.close()
    print(f"{undone} migrations were applied, undone and applied again")
    return 0


def before_newest(loader: "MigrationLoader") -> list[Target]:
    """Before each migration of ours that nothing builds on, as nothing does on one just written."""
    targets: list[Target] = []
    for app, name in loader.graph.leaf_nodes():
        node = loader.graph.node_map[app, name]
        migration = loader.disk_migrations[app, name]
        is_ours = migration.__module__.startswith("annotator.")
        if is_ours and not node.children and not migration.replaces:
            before = (parent.key[1] for parent in node.parents if parent.key[0] == app)
            targets.append((app, next(before, None)))
    return targets


def go_to(targets: list[Target]) -> int:
    """Apply or undo what lies between here and the targets; how many migrations that were."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(targets)
    executor.migrate(targets, plan=plan)
    return len(plan)


if __name__ == "__main__":
    raise SystemExit(main())
