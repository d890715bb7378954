"""For migrations that compare names by their keys: list those that collide."""

from collections import defaultdict
from collections.abc import Iterable

from django.core.management.base import CommandError
from django.db import models

from annotator.foundation.names.naming import name_key


def write_keys(model: type[models.Model], *, of: str) -> None:
    """Fill the ``NameKey`` of the column ``of`` in all rows.

    Raises ``CommandError``, which undoes the migration, where two rows have the same key.
    """
    rows = list(model._default_manager.order_by("pk").values_list("pk", of))
    refuse_collisions(
        ((name_key(name), f"{name} (id {pk})") for pk, name in rows),
        fix=f"write another {of} into {model._meta.db_table}",
    )
    for pk, name in rows:
        model._default_manager.filter(pk=pk).update(**{f"{of}_key": name})


def refuse_collisions(keys: Iterable[tuple[str, str]], *, fix: str) -> None:
    """Raise ``CommandError`` if several rows have one key, with a line for each such key.

    ``keys`` are pairs of a key and how to call its row; ``fix`` says what to do to a row.
    """
    rows: dict[str, list[str]] = defaultdict(list)
    for key, row in keys:
        rows[key].append(row)
    lines = [
        f"{' and '.join(alike)} differ only in how they are written. Nothing was changed. "
        f"Choose which one stays; in the database {fix} for the others. Then migrate again."
        for alike in rows.values()
        if len(alike) > 1
    ]
    if lines:
        raise CommandError("\n".join(lines))
