"""What an import costs: 100 pages of 500 kB, stage by stage, beside a bare lxml parse.

Stages are what a process of the import's pool does, without the garbage collector, as there.

``PAGES=20 python -m benchmarks.imports`` takes fewer pages, ``PAGE_BYTES=20000`` smaller ones.
Times are processor time, so that other work on the machine does not change the ratios; those of
whole imports are of all processes, and the last rows have their pages a second by the clock. The
database is SQLite in a folder of its own, which is deleted at the end. The pages are cut from the
real ones in ``../shared/data/pages`` where those are, else from the demo's articles, which hold
four times as many words per byte.
"""

import gc
import gzip
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import django
import orjson
from lxml import html as lxml_html

from scripts.bootstrap import ROOT

PAGE_BYTES = int(os.environ.get("PAGE_BYTES", "500000"))
_BODY = re.compile(rb"^.*?<body[^>]*>|</body.*$", re.IGNORECASE | re.DOTALL)
SAMPLE = 8


def make_pages(count: int) -> Iterable[bytes]:
    """Pages of different content, ``PAGE_BYTES`` each."""
    bodies = [_BODY.sub(b"", path.read_bytes()) for path in sources()]
    if min(map(len, bodies)) // 2 > PAGE_BYTES:
        # Small ones are of the articles' text, not of the menus before it.
        bodies = [body[body.lower().find(b"<p>", len(body) // 3) :] for body in bodies]
    for number in range(count):
        page = b"<!DOCTYPE html><html><body><h1>Page %d</h1>" % number
        turn = number
        while len(page) < PAGE_BYTES:
            page += bodies[turn % len(bodies)][: PAGE_BYTES - len(page)]
            turn += 1
        yield page.decode(errors="ignore").encode()


def sources() -> list[Path]:
    """The files that the pages are cut from."""
    real = ROOT.parent / "shared" / "data" / "pages"
    folder = real if real.exists() else ROOT / "annotator" / "running" / "demo" / "articles"
    return sorted(folder.glob("*.html"))


def peak_megabytes() -> float:
    """The most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Stages:
    """Adds up what each stage takes, page after page as in an import."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def measure(self, name: str, work: Callable[..., Any], *values: Any) -> Any:
        """What ``work`` makes of ``values``; its time goes onto the stage ``name``."""
        began = time.process_time()
        result = work(*values)
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - began
        return result

    def take(self, raw: bytes) -> None:
        """Take one raw page through all of them."""
        from annotator.material.corpus.markup.candidates import find_candidates_in
        from annotator.material.corpus.markup.cleaning import clean_page
        from annotator.material.corpus.markup.nesting import check_nesting
        from annotator.material.corpus.markup.rendering import render_page
        from annotator.material.corpus.markup.tokens import tokenize_to_columns
        from annotator.material.corpus.packed_page import pack_page
        from annotator.material.formats.natural_questions import (
            OriginalExample,
            read_example,
            to_original,
        )

        self.measure("bare lxml parse", lxml_html.fromstring, raw)
        html = self.measure("clean", clean_page, raw)
        tokens = self.measure("tokens", tokenize_to_columns, html)
        boxes = self.measure("candidates", find_candidates_in, tokens)
        self.measure("render, later", lambda: render_page(html, tokens, boxes, title="Page"))
        self.measure(
            "pack",
            lambda: pack_page(html=html, title="", url="", tokens=tokens, candidates=boxes),
        )
        example = OriginalExample(
            1, "what", ("what",), "Page", "", html, tuple(tokens), tuple(boxes), ()
        )
        line = self.measure("write NQ's format", lambda: orjson.dumps(to_original(example)))
        value = self.measure("parse NQ's JSON", orjson.loads, line)
        self.measure("verify NQ's offsets", read_example, value)
        self.measure("check NQ's nesting", check_nesting, html)


def measure_stages() -> list[tuple[str, float, int, int]]:
    """Name, seconds, pages and bytes of each stage, over a sample of the pages."""
    stages, size = Stages(), 0
    gc.disable()
    for raw in make_pages(SAMPLE):
        stages.take(raw)
        size += len(raw)
    gc.enable()
    return [(name, seconds, SAMPLE, size) for name, seconds in stages.seconds.items()]


def measure_import(
    name: str, lines: Iterable[bytes], count: int, folder: Path
) -> list[tuple[str, float, int, int]]:
    """Name, seconds, pages and bytes of a whole import, as a worker does it: of the processors, and
    by the clock.
    """
    from django.utils import timezone

    from annotator.workspace.jobs.models import JobState
    from annotator.workspace.jobs.services import create_job, run_job
    from annotator.workspace.projects.services import create_project

    kind = name.split(",", maxsplit=1)[0]
    slug = name.replace("_", "-").replace(", ", "-").replace(" ", "-")
    path = folder / f"{slug}.jsonl.gz"
    size = 0
    with gzip.open(path, "wb", compresslevel=1) as file:
        for line in lines:
            size += file.write(line + b"\n")
    project = create_project(slug=slug, kind="nq", title=name, overlap=5, at=timezone.now())
    job = create_job(
        kind=kind,
        parameters={"paths": [str(path)]},
        project_id=project.pk,
        at=timezone.now(),
        created_by=None,
        queue=False,
    )
    began, began_at = processor_seconds(), time.perf_counter()
    ended = run_job(job_id=job.pk)
    seconds, clock = processor_seconds() - began, time.perf_counter() - began_at
    assert ended is not None
    assert ended.state == JobState.SUCCEEDED, ended.message
    return [
        (f"{name}, all of it", seconds, count, size),
        (f"{name}, by the clock", clock, count, size),
    ]


def processor_seconds() -> float:
    """What this process has used so far, and those that it started and that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def raw_lines(count: int) -> Iterable[bytes]:
    """Lines for ``import_pages``."""
    for number, page in enumerate(make_pages(count)):
        yield orjson.dumps(
            {
                "question_text": f"what is on page {number}",
                "document_title": f"Page {number}",
                "document_url": "",
                "document_html": page.decode(),
            }
        )


def export_lines(slug: str, folder: Path) -> Iterable[bytes]:
    """What an export of the project writes, line by line."""
    from django.core.management import call_command

    path = folder / "export.jsonl"
    call_command("export_nq", slug, str(path), stdout=sys.stderr)
    with path.open("rb") as file:
        for line in file:
            yield line.rstrip(b"\n")


def new_lines(folder: Path) -> Iterable[bytes]:
    """The same lines of pages by another title: none of them is stored."""
    for line in export_lines("import-pages", folder):
        yield line.replace(b'"document_title":"Page', b'"document_title":"New page')


def show(rows: list[tuple[str, float, int, int]], bound: float) -> None:
    """Print a table; ``bound`` is the seconds per byte of the bare parse."""
    print(f"{'stage':38}{'pages/s':>10}{'MB/s':>10}{'times the bare parse':>24}")
    for name, seconds, pages, size in rows:
        ratio = seconds / size / bound
        print(f"{name:38}{pages / seconds:10.1f}{size / 1e6 / seconds:10.1f}{ratio:24.1f}")


def main() -> None:
    """Measure and print."""
    count = int(os.environ.get("PAGES", "100"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"DATA_DIR": name, "DJANGO_SETTINGS_MODULE": "annotator.settings"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        before = peak_megabytes()
        whole = measure_import("import_pages", raw_lines(count), count, folder)
        after_pages = peak_megabytes()
        whole += measure_import("import_nq", new_lines(folder), count, folder)
        stored = export_lines("import-pages", folder)
        whole += measure_import("import_nq, stored pages", stored, count, folder)
        after_nq = peak_megabytes()
        rows = measure_stages()
    bound = rows[0][1] / rows[0][3]
    show(rows + whole, bound)
    print(f"Pages cut from {sources()[0].parent}.")
    print("Processor time but for the clock's. MB/s: of the raw page; of the lines for whole ones.")
    print(
        f"peak memory: {before:.0f} MB before, {after_pages:.0f} MB after import_pages, "
        f"{after_nq:.0f} MB after import_nq"
    )


if __name__ == "__main__":
    main()
