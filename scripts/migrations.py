"""Undo every migration of an SQLite database, and apply them all again."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from scripts.migrated import FILE_VARIABLE


def main() -> int:
    """Go forth, back and forth; the exit code. A migration that can't be undone is named.

    The first way is spared where the run of the checks has gone it for all its steps.
    """
    with tempfile.TemporaryDirectory(prefix="plumbline-migrations-") as folder:
        if file := os.environ.get(FILE_VARIABLE):
            shutil.copyfile(file, Path(folder) / "plumbline.sqlite3")
        os.environ.update(DATA_DIR=folder, DJANGO_SETTINGS_MODULE="annotator.settings")
        os.environ.pop("DATABASE_URL", None)
        import django
        from django.core.management import call_command
        from django.db import connection
        from django.db.migrations.exceptions import IrreversibleError
        from django.db.migrations.loader import MigrationLoader

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        apps = sorted(MigrationLoader(connection).migrated_apps)
        for app in apps:
            try:
                call_command("migrate", app, "zero", interactive=False, verbosity=0)
            except IrreversibleError as error:
                print(f"{app}: {error}", file=sys.stderr)
                return 1
        left = set(connection.introspection.table_names()) - {"django_migrations"}
        if left:
            print(f"Tables left after undoing everything: {sorted(left)}", file=sys.stderr)
            return 1
        call_command("migrate", interactive=False, verbosity=0)
        connection.close()
    print(f"The migrations of {len(apps)} apps were applied, undone and applied again")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
