"""Apply every migration to an empty SQLite database, undo them all, and apply them again."""

import os
import sys
import tempfile


def main() -> int:
    """Go forth, back and forth; the exit code. A migration that can't be undone is named."""
    with tempfile.TemporaryDirectory(prefix="plumbline-migrations-") as folder:
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
