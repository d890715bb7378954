"""Queries that requests ask all day. Their SQL is built once, and planned once for each connection.

Building SQL from a queryset takes longer than the database needs to answer it, and PostgreSQL plans
a join of seven tables for longer than it runs. A ``CompiledQuery`` does each once, on PostgreSQL
with ``PREPARE``, which is repeated after 100 runs, 1,000 and so on. The result is the same objects
that the queryset gives.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)

# By the driver's connection and the statement's name: how often it was run there, and the name by
# which the connection knows it.
_prepared: "WeakKeyDictionary[Any, dict[str, tuple[int, str]]]" = WeakKeyDictionary()
# After this many runs it is prepared again. A plan from the time when the tables were empty stays
# until PostgreSQL counts them. In a new project such a plan read everything that an annotator had
# had, again and again.
_PLANNED_AT = frozenset({0, *(10**power for power in range(2, 10))})


class Parameter(Value):
    """A place in a ``CompiledQuery`` that gets its value with each call, by its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:  # noqa: ARG002
        """A placeholder; it is itself among the parameters."""
        return "%s", [self]


def columns_but(model: type[Model], *wanted: str, of: str = "") -> list[str]:
    """For ``QuerySet.defer``: all of a model's columns except its key and the ``wanted`` ones, as
    seen from where the relation ``of`` leads to it.
    """
    path = f"{of}__" if of else ""
    fields = [each for each in model._meta.concrete_fields if not each.primary_key]
    return [f"{path}{each.name}" for each in fields if each.name not in wanted]


class Statement:
    """SQL with ``%s`` for each of ``parameters``: constants, or a ``Parameter``.

    No two have the same ``name``: PostgreSQL knows them by it, and so do its logs.
    """

    def __init__(self, name: str, sql: str, parameters: Sequence[Any]) -> None:
        self._name = name
        self._sql = sql
        self._parameters = parameters
        names = (each.name for each in parameters if isinstance(each, Parameter))
        self._names = list(dict.fromkeys(names))
        places = ", ".join(["%s"] * len(self._names))
        self._values = f" ({places})" if places else ""

    def fetch(self, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Run it with a value for each name; all rows."""
        database = connections[DEFAULT_DB_ALIAS]
        if not (database.vendor == "postgresql" and settings.PREPARED_STATEMENTS):
            with database.cursor() as cursor:
                cursor.execute(self._sql, [_given(each, values) for each in self._parameters])
                return list(cursor.fetchall())
        given = [values[name] for name in self._names]
        # Wrapped only to show each statement. A request runs eleven statements.
        is_seen = database.execute_wrappers or database.queries_logged
        get_cursor = database.cursor if is_seen else partial(_plain_cursor, database)
        with database.wrap_database_errors, get_cursor() as cursor:
            cursor.execute(f"EXECUTE {self._prepare(database)}{self._values}", given)
            return list(cursor.fetchall())

    def _prepare(self, database: Any) -> str:
        """Prepare it where that is due; the name by which the connection knows it."""
        driver = database.connection
        known = _prepared.setdefault(driver, {})
        runs, name = known.get(self._name, (0, ""))
        if runs not in _PLANNED_AT:
            known[self._name] = (runs + 1, name)
            return name
        planned = f"{self._name}_{runs}" if runs else self._name
        # Past Django's wrappers, so that counts of a request's statements leave out those made once
        # for each connection.
        with driver.cursor() as cursor:
            cursor.execute(f"PREPARE {planned} AS ".encode() + self._text(cursor))
            known[self._name] = (runs + 1, planned)
            if name:
                cursor.execute(f"DEALLOCATE {name}")
        return planned

    def _text(self, cursor: Any) -> bytes:
        """With constants in their places, without which no partial index would fit."""
        from psycopg2.extensions import AsIs

        places = {name: AsIs(f"${number}") for number, name in enumerate(self._names, 1)}
        text: bytes = cursor.mogrify(
            self._sql,
            [
                places[each.name] if isinstance(each, Parameter) else each
                for each in self._parameters
            ],
        )
        return text


def _plain_cursor(database: Any) -> Any:
    """The driver's own, on a connection that is there and fit for use, as Django gives a wrapped
    one.
    """
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    return database.create_cursor()


def _given(parameter: Any, values: dict[str, Any]) -> Any:
    value = values[parameter.name] if isinstance(parameter, Parameter) else parameter
    is_moment = isinstance(value, datetime)
    return connection.ops.adapt_datetimefield_value(value) if is_moment else value


def _fits_a_column(value: Any) -> bool:
    return not isinstance(value, int) or -(2**63) <= value < 2**63


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What a queryset's compiler has found out about it."""

    statement: Statement
    model: type[Model]
    names: list[str]
    columns: slice
    related: Sequence[Any]
    annotations: dict[str, int]
    converters: list[tuple[int, list[Callable[..., Any]], Any]]
    locks: bool


class CompiledQuery(Generic[Row]):
    """A queryset with a ``Parameter`` wherever a value differs from call to call.

    ``name`` as in ``Statement``. ``make`` returns the queryset, when it is first needed. It may
    lock rows and follow ``select_related``, but not prefetch. As with querysets, an integer of more
    than 64 bits finds nothing.

    ``locks`` are models whose rows are locked one after the other, each joined once; a queryset
    can't name those that it reaches by a ``FilteredRelation``.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], "QuerySet[Row]"],
        locks: Sequence[type[Model]] = (),
    ) -> None:
        self._name = name
        self._make = make
        self._locks = locks

    def first(self, **values: Any) -> Row | None:
        """The first object, None if there is none."""
        return next(self._objects(values), None)

    def all(self, **values: Any) -> list[Row]:
        """All objects."""
        return list(self._objects(values))

    def _objects(self, values: dict[str, Any]) -> Iterator[Row]:
        compiled = self._compiled
        if compiled.locks and not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked inside a transaction.")
        if not all(map(_fits_a_column, values.values())):
            return
        for found in compiled.statement.fetch(values):
            row = list(found)
            for place, converters, expression in compiled.converters:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
            # Django's own way from a row to an object, as in ``ModelIterable``.
            made: Any = compiled.model.from_db("default", compiled.names, row[compiled.columns])
            for populator in compiled.related:
                populator.populate(row, made)
            for name, place in compiled.annotations.items():
                setattr(made, name, row[place])
            yield made

    @cached_property
    def _compiled(self) -> _Compiled:
        query: Any = self._make().query
        compiler = query.get_compiler("default")
        sql, parameters = compiler.as_sql()
        if self._locks and connection.features.has_select_for_update_of:
            tables = (connection.ops.quote_name(each._meta.db_table) for each in self._locks)
            sql += f" FOR UPDATE OF {', '.join(tables)}"
        known, select = compiler.klass_info, compiler.select
        # The types are those of a later Django, in which it takes one more argument.
        populators: Any = get_related_populators
        first, last = known["select_fields"][0], known["select_fields"][-1] + 1
        converters = compiler.get_converters([each[0] for each in select[: compiler.col_count]])
        return _Compiled(
            statement=Statement(self._name, sql, parameters),
            model=known["model"],
            names=[each[0].target.attname for each in select[first:last]],
            columns=slice(first, last),
            related=populators(known, select, "default"),
            annotations=compiler.annotation_col_map or {},
            converters=[(place, *found) for place, found in converters.items()],
            locks=bool(query.select_for_update or self._locks),
        )
