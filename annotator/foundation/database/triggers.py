"""Triggers that refuse changes of rows, for migrations: records stay as they were.

Conditions are PostgreSQL's SQL over ``OLD`` and ``NEW``, and may look at other tables. On SQLite a
table that is remade keeps its triggers: see ``annotator.foundation.database.sqlite.base``.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from django.db import migrations

_KEPT = "(SELECT erasing_at FROM projects_project WHERE id = {project}) IS NULL"


class Refusal(NamedTuple):
    """A trigger ``name`` of ``table`` that raises ``IntegrityError`` where ``condition`` holds."""

    table: str
    name: str
    event: Literal["UPDATE", "DELETE"]
    condition: str
    message: str

    def create(self, schema_editor: Any) -> None:
        """Create the trigger."""
        trigger = f"{self.table}_{self.name}"
        start = f"CREATE TRIGGER {trigger} BEFORE {self.event} ON {self.table} FOR EACH ROW"
        if schema_editor.connection.vendor == "sqlite":
            condition = self.condition.replace("IS NOT DISTINCT FROM", "IS")
            condition = condition.replace("IS DISTINCT FROM", "IS NOT")
            refusal = f"BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
            schema_editor.execute(f"{start} WHEN {condition} {refusal}", None)
            return
        # A condition of a trigger can't look at other tables on PostgreSQL; a function can.
        schema_editor.execute(
            f"""
            CREATE OR REPLACE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF {self.condition} THEN
                    RAISE EXCEPTION '{self.message}'
                    USING ERRCODE = 'integrity_constraint_violation';
                END IF;
                RETURN {"OLD" if self.event == "DELETE" else "NEW"};
            END $$
            """,
            None,
        )
        schema_editor.execute(f"{start} EXECUTE FUNCTION {trigger}()", None)

    def drop(self, schema_editor: Any) -> None:
        """Drop it."""
        trigger = f"{self.table}_{self.name}"
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger}", None)
        else:
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger} ON {self.table}", None)
            schema_editor.execute(f"DROP FUNCTION IF EXISTS {trigger}()", None)


def refuse(*refusals: Refusal) -> migrations.RunPython:
    """The operation that creates triggers; undoing it drops them."""

    def create(_apps: Any, schema_editor: Any) -> None:
        for each in refusals:
            each.create(schema_editor)

    def drop(_apps: Any, schema_editor: Any) -> None:
        for each in refusals:
            each.drop(schema_editor)

    return migrations.RunPython(create, drop)


def replace(before: Sequence[Refusal], after: Sequence[Refusal]) -> migrations.RunPython:
    """The operation that puts triggers in the place of others; undoing it puts those back."""

    def change(old: Sequence[Refusal], new: Sequence[Refusal]) -> Any:
        def run(_apps: Any, schema_editor: Any) -> None:
            for each in old:
                each.drop(schema_editor)
            for each in new:
                each.create(schema_editor)

        return run

    return migrations.RunPython(change(before, after), change(after, before))


def until_erased(refusals: Iterable[Refusal], project: str) -> tuple[Refusal, ...]:
    """The same refusals, but for rows of a project that is being erased (``erasing_at``).

    ``project`` is SQL for the key of the row's project, with ``OLD`` for the row.
    """
    kept = _KEPT.format(project=project)
    return tuple(each._replace(condition=f"{kept} AND ({each.condition})") for each in refusals)


def append_only(
    table: str, columns: str, *conditions: str, message: str, name: str = "append_only"
) -> Refusal:
    """Refuses to change any of ``columns`` (names with spaces between), or where one of
    ``conditions`` holds.
    """
    changes = " OR ".join([*map(changes_of, columns.split()), *conditions])
    return Refusal(table, name, "UPDATE", changes, message)


def changes_of(column: str) -> str:
    """The condition that a column is changed."""
    return f'OLD."{column}" IS DISTINCT FROM NEW."{column}"'


def alters(column: str) -> str:
    """That a free text is changed and not emptied: it may name somebody."""
    return f"(NEW.{column} <> OLD.{column} AND NEW.{column} <> '')"


def changes_again(columns: str) -> str:
    """That one of ``columns`` is changed that has a value already."""
    return " OR ".join(
        f"(OLD.{each} IS NOT NULL AND {changes_of(each)})" for each in columns.split()
    )
