"""What each list and figure of a lead's takes by the clock, at 307,373 examples.

Makes one project as large as Natural Questions, on SQLite in a folder of its own or on the server
of DATABASE_URL (a database that is made for it and dropped): 299,543 examples with one slot and
7,830 with five, of which two in three are filled, and as many queries of a log. Then sends each
address that a lead's pages read, best of `TIMES`, with nothing kept from earlier ones, and prints
the milliseconds of each, by the clock and of the processor, the slowest first. One line is a query
that reads one row by its key: what the machine takes by itself. `SIZE` makes a smaller project.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.annotating import database_seconds
from benchmarks.growth import calling
from benchmarks.queue import AT, database

SIZE = int(os.environ.get("SIZE", "307373"))
TIMES = int(os.environ.get("TIMES", "5"))
ANNOTATORS = 60
PAGES = min(100_000, SIZE)
TRAIN = SIZE * 299_543 // 307_373
DEV_OVERLAP = 5
SLOTS = TRAIN + DEV_OVERLAP * (SIZE - TRAIN)

# SQL of the slot n.
EXAMPLE = f"CASE WHEN n < {TRAIN} THEN n + 1 ELSE {TRAIN} + (n - {TRAIN}) / {DEV_OVERLAP} + 1 END"
NUMBER = f"CASE WHEN n < {TRAIN} THEN 0 ELSE (n - {TRAIN}) % {DEV_OVERLAP} END"
FILLED = "n % 3 < 2"
MOMENT = "a minute later each"
QUESTION = "'who built the plumb bob of house ' || n"

ANSWERED = {
    "candidate_index": 3,
    "long_answer_tag": "P",
    "long_answer_top_level": True,
    "long_start_byte": 600,
    "long_end_byte": 1200,
    "long_start_token": 100,
    "long_end_token": 200,
    "short_answers": [[630, 642, 105, 107]],
    "short_answer_texts": ["a plumb"],
    "short_answer_count": 1,
}
NOT_A_LIST = ("{id}", "{number}", "{name}", "{example}", "export", "download", "result", ".csv")


def fill(slug: str) -> Any:
    """The project; two slots of three are filled, in the order of the queue."""
    from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState
    from annotator.material.corpus.models import Example, Page, Question
    from tests.factories.corpus import make_annotators, make_project

    project = make_project(slug, overlap=1)
    first = min(user.pk for user in make_annotators(project, ANNOTATORS))
    page = {"byte_count": 40_000, "token_count": 8_000, "candidate_count": 40}
    text = {"fingerprint": "n", "sha256": "n", "title": "'Plumb bob ' || n"}
    insert(Page, PAGES, {"id": "n + 1"} | text, page)
    insert(Question, SIZE, {"id": "n + 1", "text": QUESTION}, {"tokens": None})
    own = {"project": project.pk, "created_at": AT}
    places = dict.fromkeys(("id", "example_id", "question_id", "position", "rank"), "n + 1")
    insert(
        Example,
        SIZE,
        {
            **places,
            "page_id": f"n % {PAGES} + 1",
            "split": f"CASE WHEN n < {TRAIN} THEN 'train' ELSE 'dev' END",
            "overlap": f"CASE WHEN n < {TRAIN} THEN 1 ELSE {DEV_OVERLAP} END",
        },
        own | {"is_published": True},
    )
    slot = {"id": "n + 1", "example_id": EXAMPLE, "number": NUMBER, "rank": EXAMPLE}
    for state, chosen in ((SlotState.FILLED, FILLED), (SlotState.FREE, f"NOT {FILLED}")):
        insert(Slot, SLOTS, slot, {"project": project.pk, "state": state}, chosen)
    claim = {"id": "n + 1", "example_id": EXAMPLE, "annotator_id": f"{first} + n % {ANNOTATORS}"}
    submitted = {"slot_id": "n + 1", "submitted_at": MOMENT}
    done = {"state": AssignmentState.SUBMITTED}
    insert(Assignment, SLOTS, claim | submitted, own | done, FILLED)
    answer(claim, own)
    log(own)
    return project


def answer(claim: dict[str, str], own: dict[str, Any]) -> None:
    """An annotation, an answer and an event of each filled slot; every fourth has a long answer."""
    from annotator.collecting.annotations.models import (
        Annotation,
        NaturalQuestionsAnswer,
        QuestionQuality,
    )
    from annotator.workspace.history.models import Event

    insert(
        Annotation,
        SLOTS,
        claim | {"assignment_id": "n + 1", "annotation_id": "n", "created_at": MOMENT},
        {"project": own["project"]},
        FILLED,
    )
    keys = {"annotation_id": "n + 1"}
    good = {"question_quality": QuestionQuality.GOOD, "seconds_question": 20.0}
    bad = {"question_quality": QuestionQuality.BAD, "seconds_question": 20.0}
    insert(NaturalQuestionsAnswer, SLOTS, keys, good | ANSWERED, f"{FILLED} AND n % 4 = 1")
    insert(NaturalQuestionsAnswer, SLOTS, keys, good, f"{FILLED} AND n % 4 = 3")
    insert(NaturalQuestionsAnswer, SLOTS, keys, bad, f"{FILLED} AND n % 2 = 0")
    done = {"actor_id": claim["annotator_id"], "example_id": EXAMPLE}
    event = {"verb": "submitted", "subject": "annotation", "project_id": own["project"]}
    insert(Event, SLOTS, done | {"subject_id": "n + 1", "at": MOMENT}, event, FILLED)


def log(own: dict[str, Any]) -> None:
    """As many queries as examples, some at each step."""
    import uuid

    from annotator.exchange.intake.models import Query

    query = {"reason": "It has too few words.", "import_job": uuid.uuid4(), "is_published": True}
    steps = [step for step, _ in Query.STEPS]
    for number, step in enumerate(steps):
        chosen = f"n % {len(steps)} = {number}"
        columns = {"key": "n", "text": QUESTION, "count": "n % 1000"}
        insert(Query, SIZE, columns, {**own, **query, "step": step}, chosen)


def insert(
    model: Any, count: int, columns: dict[str, str], values: dict[str, Any], where: str = "1 = 1"
) -> None:
    """Store a row for each ``n`` below ``count`` that fits: SQL of columns, values of fields, and
    the fields' own defaults for the rest.
    """
    from django.core.management.color import no_style
    from django.db import connection

    given, parameters = dict(columns), []
    for field in model._meta.concrete_fields:
        if field.column in given or (field.primary_key and field.column == "id"):
            continue
        value = values.get(field.name, values.get(field.column, field.get_default()))
        given[field.column] = "%s"
        parameters.append(field.get_db_prep_save(value, connection))
    shown = [each.replace(MOMENT, _moment()) for each in given.values()]
    names = ", ".join(f'"{name}"' for name in given)
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE g(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM g WHERE n < {count - 1})"  # noqa: S608 - names of the model and our own SQL
            f" INSERT INTO {model._meta.db_table} ({names})"
            f" SELECT {', '.join(shown).replace(' % ', ' %% ')} FROM g"
            f" WHERE {where.replace(' % ', ' %% ')}",
            parameters,
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _moment() -> str:
    """SQL of a time, minutes apart."""
    from django.db import connection

    if connection.vendor == "postgresql":
        return f"timestamptz '{AT.isoformat()}' + n * interval '1 minute'"
    return f"datetime('{AT:%Y-%m-%d %H:%M:%S}', '+' || n || ' minutes')"


def addresses(slug: str, schema: dict[str, Any]) -> list[str]:
    """Each list and figure of a project that the API's schema names, as pages ask for it: the first
    and a far page, each choice of each filter, each order.
    """
    found = []
    for path, methods in schema["paths"].items():
        if "get" not in methods or not path.startswith("/api/v1/projects/{slug}/"):
            continue
        if any(part in path.removeprefix("/api/v1/projects/{slug}/") for part in NOT_A_LIST):
            continue
        address = path.format(slug=slug)
        found.append(address)
        for parameter in methods["get"].get("parameters", ()):
            if parameter["in"] == "query":
                found += [f"{address}?{each}" for each in _choices(parameter)]
    return found


_VALUES = {
    "search": ("plumb", "house 123456", "nowhere"),
    "split": ("dev", "train"),
    "annotator": ("annotator-1",),
    "person": ("annotator-1",),
    "example": ("1",),
    "verb": ("submitted", "invited"),
    "subject": ("annotation",),
    "from": ("2026-03-01T00:00:00Z",),
    "to": ("2026-03-01T00:00:00Z",),
    "threshold": ("0.5",),
}


def _choices(parameter: dict[str, Any]) -> list[str]:
    name, schema = parameter["name"], parameter["schema"]
    if name == "page":
        return ["page=last"]
    if schema.get("type") == "boolean":
        return [f"{name}=true", f"{name}=false"]
    choices = schema.get("enum") or schema.get("items", {}).get("enum") or _VALUES.get(name, ())
    return [f"{name}={choice}" for choice in choices]


def milliseconds(send: Callable[[], Any]) -> tuple[float, float, str]:
    """The best time of several by the clock, the least processor time of application and database,
    and why there are none where the address refuses to answer.
    """
    from django.core.cache import cache

    clock = processor = float("inf")
    for _ in range(TIMES):
        cache.clear()
        started, busy = time.perf_counter(), time.thread_time() + database_seconds()
        try:
            send()
        except RuntimeError as refused:
            return 0.0, 0.0, str(refused)[:160]
        processor = min(processor, time.thread_time() + database_seconds() - busy)
        clock = min(clock, time.perf_counter() - started)
    return 1000 * clock, 1000 * processor, ""


def main() -> int:
    """Print the table."""
    from django.db import connection

    from annotator.workspace.projects.models import Role
    from tests.factories.corpus import make_member

    project = fill("nq")
    lead = make_member(project, "lead", Role.LEAD).user
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    measure(project.slug, lead)
    return 0


def measure(slug: str, lead: Any) -> None:
    """Print the table of a project as its lead reads it."""
    import orjson

    from annotator.workspace.accounts.models import User
    from scripts.bootstrap import ROOT

    schema = orjson.loads((ROOT / "frontend" / "openapi.json").read_bytes())
    caller = calling(lead)
    rows = [(*milliseconds(lambda: User.objects.get(pk=lead.pk)), "a row by its key")]
    for address in addresses(slug, schema):
        path = address
        if "page=last" in address:
            path = address.replace("page=last", f"page={_last_page(caller, address)}")
        rows.append((*milliseconds(lambda path=path: caller.send("", "GET", path)), path))
    print(f"{'clock':>8} {'processor':>10}  ms")
    for clock, processor, refused, path in sorted(rows, reverse=True):
        name = path.removeprefix(f"/api/v1/projects/{slug}/")
        print(f"{clock:>8.0f} {processor:>10.0f}  {name}  {refused}")


def _last_page(caller: Any, address: str) -> int:
    try:
        answered = caller.send("", "GET", address.partition("?")[0])
    except RuntimeError:
        return 1
    return max(1, -(-answered.get("count", 0) // 50)) if isinstance(answered, dict) else 1


if __name__ == "__main__":
    with database():
        sys.exit(main())
