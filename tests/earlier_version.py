"""The database as earlier versions left it: made by the migrations that others now replace."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST = {
    "accounts": "0005_names_compared_alike",
    "annotations": "0012_drop_tallies",
    "assignments": "0005_counted_slots",
    "comparisons": "0003_study_results",
    "corpus": "0005_hidden_split",
    "evaluation": "0003_intervals_and_results",
    "guidance": "0002_feedback_on_pages",
    "history": "0003_never_deleted",
    "intake": "0001_queries",
    "jobs": "0002_problems_rate_and_request",
    "judgments": "0004_never_deleted",
    "projects": "0012_hidden_split",
    "reports": "0003_failed_sections",
    "training": "0004_here_before",
}
"""The last migration of each app before they were replaced."""

FIRST = {
    **dict.fromkeys(
        "accounts annotations assignments corpus history jobs projects".split(), "0001_initial"
    ),
    "knox": "0009_extend_authtoken_field",
}
"""The last migration of each app in the very first version, commit 5e77f90."""


class EarlierLoader(MigrationLoader):
    """Knows no migration that replaces others, and none that came later."""

    def load_disk(self) -> None:
        """Forget them."""
        super().load_disk()
        self.disk_migrations = {
            (app, name): migration
            for (app, name), migration in self.disk_migrations.items()
            if (
                name[:4] <= LAST[app][:4] and not migration.replaces
                if app in LAST
                else not migration.__module__.startswith("annotator.")
            )
        }


def migrate_as_before(targets: dict[str, str]) -> Any:
    """Go to ``targets`` by the earlier migrations; the models as they are there.

    Nothing may be applied that came later, and no replacement may be noted as applied.
    """
    executor = MigrationExecutor(connection)
    executor.loader = EarlierLoader(connection)
    executor.migrate(list(targets.items()))
    return executor.loader.project_state(list(targets.items())).apps


def migrate_to_latest() -> None:
    """Go to what this version expects."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def _apps_since(loader: MigrationLoader) -> set[str]:
    """Our apps that have come since."""
    return {
        app
        for (app, _), migration in loader.disk_migrations.items()
        if app not in LAST and migration.__module__.startswith("annotator.")
    }


@contextlib.contextmanager
def earlier_version() -> Iterator[Callable[[dict[str, str]], Any]]:
    """The database as all earlier migrations left it, and the way to go back and forth by them."""
    executor = MigrationExecutor(connection)
    nodes, replacements = executor.loader.graph.nodes, executor.loader.replacements
    replacing = {old: new for new, migration in replacements.items() for old in migration.replaces}
    # What came later builds on tables that an earlier version may undo.
    later = [(app, None) for app in _apps_since(executor.loader)]
    executor.migrate([*later, *(key if key in nodes else replacing[key] for key in LAST.items())])
    for app, name in replacements:
        MigrationRecorder(connection).record_unapplied(app, name)
    try:
        yield migrate_as_before
    finally:
        migrate_to_latest()


@contextlib.contextmanager
def empty_database() -> Iterator[None]:
    """Without any table of ours, until it ends."""
    executor = MigrationExecutor(connection)
    executor.migrate([(app, None) for app in LAST])
    try:
        yield
    finally:
        migrate_to_latest()
