"""What a report costs at the size of Natural Questions, and how that grows with the project.

    DATABASE_URL=postgres://… python -m benchmarks.statistics

makes a database on that PostgreSQL server, which is dropped at the end, with projects of 1, 3, 10,
30 and 100% of 307,373 examples with one annotation, 7,830 with five and 302 with 25: generated
answers on one page (examples without, candidates and spans drawn by popularity, 60 annotators).
Each is reported from nothing by a process of its own, while a second one builds chunks as a second
worker does. Prints seconds of the wall clock and the most memory of each stage, the processor's
seconds of both workers (without PostgreSQL's), and how all of it grows, as ratios.

``SHARES=1,10`` takes other sizes. ``KEEP=1`` leaves the database and takes it as it is next time.
"""

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import django
import numpy as np
import orjson

from scripts.bootstrap import ROOT

SHARES = [int(share) for share in os.environ.get("SHARES", "1,3,10,30,100").split(",")]
KEEP = os.environ.get("KEEP") == "1"
LAYERS = ((307_373, 1, "train"), (7_830, 5, "dev"), (302, 25, "25-way"))
"""Examples, annotations of each, split."""

ANNOTATORS = 60
CANDIDATES = 40
AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
DAYS = 200
DATABASE = os.environ.get("TEST_DATABASE_NAME", "plumbline_benchmark")
MIB = 2**20
TAGS = ("P", "Table", "Tr", "Ul", "Li")
TAG_SHARES = (0.729, 0.19, 0.015, 0.032, 0.034)


def set_up() -> None:
    """Django on the benchmark's database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "annotator.settings"
    os.environ["TEST_DATABASE_NAME"] = DATABASE
    django.setup()
    from django.db import connection

    if connection.vendor != "postgresql":
        raise SystemExit("Set DATABASE_URL to a PostgreSQL server.")


def use_benchmark_database() -> None:
    """Connect to the database that ``database`` has made."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = DATABASE


@contextmanager
def database() -> Iterator[bool]:
    """The database; whether it is empty."""
    from django.db import connection

    exists = False
    if KEEP:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            exists = cursor.fetchone() is not None
    if exists:
        use_benchmark_database()
    else:
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
    yield not exists
    if not KEEP:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def copy(model: Any, columns: Mapping[str, Any], count: int) -> None:
    """Store ``count`` rows of ``model`` at once, with the fields' own defaults for the rest."""
    from django.db import connection

    given = dict(columns)
    for field in model._meta.concrete_fields:
        if field.column not in given and not (field.primary_key and field.column == "id"):
            value = field.get_default()
            given[field.column] = [value] * count
    fields = {field.column: field for field in model._meta.concrete_fields}
    names = ", ".join(f'"{name}"' for name in given)
    prepared = [
        [orjson.dumps(value).decode() for value in values]
        if fields[name].get_internal_type() == "JSONField"
        else values.tolist()
        if isinstance(values, np.ndarray)
        else list(values)
        for name, values in given.items()
    ]
    lines = ("\t".join(map(_as_text, row)) for row in zip(*prepared, strict=True))
    with connection.cursor() as cursor:
        table = model._meta.db_table
        text = io.StringIO("\n".join(lines))
        cursor.copy_expert(f'COPY "{table}" ({names}) FROM STDIN', text)
        if "id" in given:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM \"{table}\""  # noqa: S608 - a model's own name
            )


def _as_text(value: Any) -> str:
    """A value in the text form of COPY."""
    return r"\N" if value is None else str(value).replace("\\", r"\\")


def next_key(model: Any) -> int:
    """The first key of ``model`` that is free."""
    from django.db.models import Max

    return (model.objects.aggregate(last=Max("pk"))["last"] or 0) + 1


def fill(share: int) -> str:
    """A project of ``share`` per cent; its slug."""
    from annotator.collecting.annotations.models import Annotation, NaturalQuestionsAnswer
    from annotator.collecting.assignments.models import Assignment, Slot
    from annotator.material.corpus.models import Example, Page, Question
    from annotator.workspace.accounts.models import User
    from annotator.workspace.projects.models import Role
    from annotator.workspace.projects.services import add_member, create_project

    draw = np.random.default_rng(share)
    slug = f"nq-{share}"
    project = create_project(slug=slug, kind="nq", title=slug, overlap=1, at=AT)
    people = []
    for number in range(ANNOTATORS):
        user, _ = User.objects.get_or_create(username=f"annotator-{number}")
        add_member(project=project, user=user, role=Role.ANNOTATOR, at=AT, actor=None)
        people.append(user.pk)
    page, _ = Page.objects.get_or_create(
        fingerprint="benchmark",
        defaults={
            "sha256": "0" * 64,
            "title": "Plumb bob",
            "byte_count": 40_000,
            "token_count": 8_000,
            "candidate_count": CANDIDATES,
        },
    )
    question, _ = Question.objects.get_or_create(text="what is a plumb bob used for")
    layers = [(max(1, count * share // 100), k, split) for count, k, split in LAYERS]
    overlap = np.concatenate([np.full(count, k) for count, k, _ in layers])
    split = np.concatenate([np.full(count, name) for count, _, name in layers])
    examples = next_key(Example) + np.arange(len(overlap))
    order = np.arange(1, len(overlap) + 1)
    copy(
        Example,
        {
            "id": examples,
            "project_id": np.full(len(order), project.pk),
            "example_id": order,
            "question_id": np.full(len(order), question.pk),
            "page_id": np.full(len(order), page.pk),
            "split": split,
            "position": order,
            "rank": order,
            "overlap": overlap,
            "is_published": np.full(len(order), True),  # noqa: FBT003 - a value
            "created_at": [AT] * len(order),
        },
        len(order),
    )
    place = np.repeat(np.arange(len(overlap)), overlap)
    number = np.concatenate([np.arange(k) for k in overlap])
    total = len(place)
    slots = next_key(Slot) + np.arange(total)
    assignments = next_key(Assignment) + np.arange(total)
    annotations = next_key(Annotation) + np.arange(total)
    # A stride that shares no factor with their number gives an example no annotator twice.
    annotator = np.array(people)[
        (draw.integers(0, ANNOTATORS, len(overlap))[place] + 7 * number) % 60
    ]
    seconds_in = np.sort(draw.integers(0, DAYS * 86_400, total))
    at = [AT + timedelta(seconds=int(each)) for each in seconds_in]
    common = {"example_id": examples[place], "project_id": np.full(total, project.pk)}
    copy(
        Slot,
        {
            **common,
            "id": slots,
            "number": number,
            "state": ["filled"] * total,
            "rank": order[place],
        },
        total,
    )
    copy(
        Assignment,
        {
            **common,
            "id": assignments,
            "annotator_id": annotator,
            "slot_id": slots,
            "state": ["submitted"] * total,
            "created_at": at,
            "submitted_at": at,
        },
        total,
    )
    copy(
        Annotation,
        {
            "id": annotations,
            "assignment_id": assignments,
            "example_id": examples[place],
            "annotator_id": annotator,
            "annotation_id": [str(10**18 + int(key)) for key in annotations],
            "created_at": at,
        },
        total,
    )
    copy(NaturalQuestionsAnswer, {"annotation_id": annotations, **answers(draw, place)}, total)
    return slug


def answers(draw: np.random.Generator, place: np.ndarray) -> dict[str, Any]:
    """Columns of answers, one for each row of ``place``: the examples' numbers."""
    count, examples = len(place), int(place.max()) + 1
    good = draw.beta(4, 0.65, examples)[place] > draw.random(count)
    has_long = good & (draw.beta(0.35, 0.30, examples)[place] > draw.random(count))
    popular = draw.integers(0, CANDIDATES, examples)[place]
    candidate = np.where(draw.random(count) < 0.85, popular, draw.integers(0, CANDIDATES, count))
    tag = np.array(TAGS)[draw.choice(len(TAGS), CANDIDATES, p=TAG_SHARES)][candidate]
    top = tag != "Tr"
    kind = draw.choice(4, count, p=[0.70, 0.06, 0.02, 0.22])
    spans = np.where(has_long & (kind < 2), kind + 1, 0)
    yes_no = np.where(has_long & (kind == 2), np.where(popular % 2, "YES", "NO"), "NONE")
    start = candidate * 150 + 1 + draw.geometric(0.3, count)
    length = draw.geometric(0.4, count)
    first = candidate * 150
    shorts = [
        [
            [int(a) * 6, int(a + n) * 6, int(a), int(a + n)],
            [int(a + 20) * 6, int(a + 21) * 6, int(a + 20), int(a + 21)],
        ][:k]
        for a, n, k in zip(start, length, spans, strict=True)
    ]

    def only_long(values: np.ndarray) -> list[Any]:
        return [
            value if has else None for value, has in zip(values.tolist(), has_long, strict=True)
        ]

    return {
        "question_quality": np.where(good, "good", "bad"),
        "candidate_index": only_long(candidate),
        "long_answer_tag": np.where(has_long, tag, ""),
        "long_answer_top_level": only_long(top),
        "long_start_byte": only_long(first * 6),
        "long_end_byte": only_long(first * 6 + 600),
        "long_start_token": only_long(first),
        "long_end_token": only_long(first + 140),
        "short_answers": shorts,
        "short_answer_texts": [[]] * count,
        "short_answer_count": spans,
        "yes_no_answer": yes_no,
        "seconds_question": np.exp(draw.normal(2.0, 0.6, count)),
        "seconds_long_answer": np.exp(draw.normal(3.5, 0.6, count)),
        "seconds_short_answer": np.exp(draw.normal(2.8, 0.6, count)),
    }


def compute(slug: str) -> None:
    """Make the report; its stages as JSON on standard output. Runs in a process of its own."""
    from annotator.quality.reports.models import AnnotationChunk, Report
    from annotator.quality.reports.services import start_statistics
    from annotator.workspace.jobs.services import run_job
    from annotator.workspace.projects.models import Project

    project = Project.objects.get(slug=slug)
    AnnotationChunk.objects.filter(project=project).delete()
    started, busy = time.perf_counter(), time.process_time()
    job = start_statistics(project=project, at=datetime.now(UTC), actor=None, queue=False)
    job = run_job(job_id=job.pk)
    seconds, busy = time.perf_counter() - started, time.process_time() - busy
    if job is None or job.state != "succeeded":
        raise SystemExit(f"The job is {job and job.state}: {job and job.message}")
    report = Report.objects.get(job_id=job.pk)
    values = {
        "seconds": seconds,
        "busy": busy,
        "annotations": report.annotations,
        "examples": report.examples,
        "stages": report.stages,
    }
    print(orjson.dumps(values).decode())


def help_along(slug: str) -> None:
    """Build chunks whenever there are some, until standard input ends."""
    import select

    from annotator.quality.reports.tasks import help_with_chunks
    from annotator.workspace.projects.models import Project

    project = Project.objects.get(slug=slug)
    busy = time.process_time()
    while not select.select([sys.stdin], [], [], 0.1)[0]:
        help_with_chunks(project.pk)
    print(time.process_time() - busy)


def child(mode: str, slug: str, **options: Any) -> "subprocess.Popen[str]":
    """This module in a process of its own."""
    module = [sys.executable, "-m", "benchmarks.statistics", mode, slug]
    return subprocess.Popen(module, cwd=ROOT, text=True, **options)


def measure(slug: str) -> dict[str, Any]:
    """A report from nothing, with a second worker."""
    helper = child("help", slug, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with child("compute", slug, stdout=subprocess.PIPE) as worker:
        output, _ = worker.communicate()
    helped, _ = helper.communicate("")
    if worker.returncode:
        raise SystemExit(worker.returncode)
    values: dict[str, Any] = orjson.loads(output.strip().splitlines()[-1])
    values["busy"] += float(helped.strip().splitlines()[-1])
    return values


def main() -> int:
    """Print both tables."""
    from django.db import connection

    found = {}
    with database() as empty:
        if empty:
            for share in SHARES:
                started = time.perf_counter()
                fill(share)
                print(f"filled {share}% in {time.perf_counter() - started:.0f} s", flush=True)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        connection.close()
        for share in SHARES:
            found[share] = measure(f"nq-{share}")
            print_stages(share, found[share])
        connection.close()
    print_growth(found)
    return 0


def print_stages(share: int, values: dict[str, Any]) -> None:
    """What each stage took."""
    print(f"\n{share}%: {values['annotations']:,} annotations of {values['examples']:,} examples")
    print(f"{'stage':>20} {'seconds':>8} {'peak MiB':>9}")
    for stage in values["stages"]:
        print(f"{stage['name']:>20} {stage['seconds']:>8.2f} {stage['peak_bytes'] / MIB:>9.0f}")
    peak = max(stage["peak_bytes"] for stage in values["stages"])
    print(f"{'in all':>20} {values['seconds']:>8.2f} {peak / MIB:>9.0f}")
    print(f"{'processor, workers':>20} {values['busy']:>8.2f}", flush=True)


def print_growth(found: dict[int, dict[str, Any]]) -> None:
    """Each project against the smallest one."""
    first = found[SHARES[0]]
    heads = f"{'seconds':>8} {'ratio':>7} {'processor':>10} {'ratio':>7}"
    print(f"\n{'share':>6} {'annotations':>12} {'ratio':>7} {heads}")
    for share, values in found.items():
        rows, seconds, busy = values["annotations"], values["seconds"], values["busy"]
        print(
            f"{share:>5}% {rows:>12,} {rows / first['annotations']:>7.1f}"
            f" {seconds:>8.2f} {seconds / first['seconds']:>7.1f}"
            f" {busy:>10.2f} {busy / first['busy']:>7.1f}"
        )


if __name__ == "__main__":
    set_up()
    if len(sys.argv) > 1:
        use_benchmark_database()
        {"compute": compute, "help": help_along}[sys.argv[1]](sys.argv[2])
        sys.exit(0)
    sys.exit(main())
