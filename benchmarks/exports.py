"""What an export costs: examples on pages of their own, five annotations each, in both formats.

``EXAMPLES`` (1,000) and ``PAGE_BYTES`` (20,000) change the run. Prints examples a second of
processor time of all processes and by the clock, and how long the files are. The database is SQLite
in a folder of its own, which is deleted at the end; the pages are the demo's articles, whose words
are dense: a line has nine times the bytes of its page.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import django
import orjson

EXAMPLES = int(os.environ.get("EXAMPLES", "1000"))
PAGE_BYTES = int(os.environ.get("PAGE_BYTES", "20000"))
ANNOTATIONS = 5
FORMS = (
    ("nq", False, ""),
    ("nq", False, ".gz"),
    ("simplified", True, ""),
    ("simplified", True, ".gz"),
)


def official_lines(count: int) -> Iterator[bytes]:
    """Lines of the original format, each with a page of its own and its annotations."""
    from annotator.material.corpus.markup.candidates import find_candidates
    from annotator.material.corpus.markup.cleaning import clean_page
    from annotator.material.corpus.markup.tokens import tokenize_page
    from annotator.material.formats.natural_questions import OriginalExample, to_original
    from benchmarks.annotating import make_html

    raw = make_html(PAGE_BYTES)
    for number in range(1, count + 1):
        html = clean_page(raw.replace(b"A page", b"Page %d" % number, 1))
        tokens = tokenize_page(html)
        boxes = find_candidates(tokens)
        words = tuple(f"what is on page {number}".split())
        example = OriginalExample(
            number,
            " ".join(words),
            words,
            f"Page {number}",
            "",
            html,
            tuple(tokens),
            tuple(boxes),
            (),
        )
        line = to_original(example)
        line["annotations"] = [
            annotation(line, number, turn % len(boxes), turn) for turn in range(ANNOTATIONS)
        ]
        yield orjson.dumps(line)


def annotation(line: dict, number: int, index: int, turn: int) -> dict:
    """An annotation that chose a candidate and its first word."""
    box, tokens = line["long_answer_candidates"][index], line["document_tokens"]
    inside = range(box["start_token"], box["end_token"])
    first = next(place for place in inside if not tokens[place]["html_token"])
    span = {
        "start_token": first,
        "end_token": first + 1,
        "start_byte": tokens[first]["start_byte"],
        "end_byte": tokens[first]["end_byte"],
    }
    places = ("start_token", "end_token", "start_byte", "end_byte")
    return {
        "annotation_id": number * ANNOTATIONS + turn,
        "long_answer": {"candidate_index": index, **{place: box[place] for place in places}},
        "short_answers": [span],
        "yes_no_answer": "NONE",
    }


def run(kind: str, project: int, parameters: dict) -> tuple[float, float]:
    """Run a job to its end; seconds of processor time of all its processes, and by the clock."""
    from django.utils import timezone

    from annotator.workspace.jobs.models import JobState
    from annotator.workspace.jobs.services import create_job, run_job
    from benchmarks.imports import processor_seconds

    job = create_job(
        kind=kind,
        parameters=parameters,
        project_id=project,
        at=timezone.now(),
        created_by=None,
        queue=False,
    )
    began, began_at = processor_seconds(), time.perf_counter()
    ended = run_job(job_id=job.pk)
    assert ended is not None
    assert ended.state == JobState.SUCCEEDED, ended.message
    return processor_seconds() - began, time.perf_counter() - began_at


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"DATA_DIR": name, "DJANGO_SETTINGS_MODULE": "annotator.settings"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        from django.core.management import call_command
        from django.utils import timezone

        from annotator.workspace.projects.services import create_project

        call_command("migrate", verbosity=0)
        project = create_project(
            slug="export", kind="nq", title="Export", overlap=ANNOTATIONS, at=timezone.now()
        )
        source = Path(name) / "official.jsonl"
        with source.open("wb") as file:
            file.writelines(line + b"\n" for line in official_lines(EXAMPLES))
        run("import_nq", project.pk, {"paths": [str(source)], "annotations": True})
        print(f"{'format':20}{'MB':>10}{'examples / processor s':>26}{'examples / s':>16}")
        for form, is_simplified, suffix in FORMS:
            output = Path(name) / f"export-{form}.jsonl{suffix}"
            seconds, clock = run(
                "export_nq", project.pk, {"output": str(output), "simplified": is_simplified}
            )
            size = output.stat().st_size / 1e6
            print(
                f"{form + suffix:20}{size:10.1f}{EXAMPLES / seconds:26.0f}{EXAMPLES / clock:16.0f}"
            )


if __name__ == "__main__":
    main()
