"""What a gallery costs: examples on pages of their own, with five annotations each.

``EXAMPLES`` (1,000) and ``PAGE_BYTES`` (20,000) change the run, as those of ``exports``. Prints the
seconds that the job takes, by the clock, and what it writes: files, megabytes in all, and those
that a visitor loads before the first search.
"""

import os
import tempfile
import time
from pathlib import Path

import django

from benchmarks.exports import ANNOTATIONS, EXAMPLES, PAGE_BYTES, official_lines


def sizes(folder: Path) -> tuple[int, int]:
    """How many files are below ``folder``, and their bytes."""
    found = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    return len(found), sum(found)


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
        create_project(
            slug="gallery", kind="nq", title="Gallery", overlap=ANNOTATIONS, at=timezone.now()
        )
        source = Path(name) / "official.jsonl"
        with source.open("wb") as file:
            file.writelines(line + b"\n" for line in official_lines(EXAMPLES))
        call_command("import_nq", "gallery", str(source), annotations=True)
        folder = Path(name) / "out"
        began = time.perf_counter()
        call_command("gallery", "gallery", str(folder))
        seconds = time.perf_counter() - began
        files, total = sizes(folder)
        _, index = sizes(folder / "data" / "index")
        _, program = sizes(folder / "program")
        _, annotations = sizes(folder / "annotations")
        first = (index + program + (folder / "gallery.json").stat().st_size) / 1e6
        print(
            f"{EXAMPLES:,} examples, pages of {PAGE_BYTES:,} bytes: {seconds:.0f} s;"
            f" {files:,} files, {total / 1e6:.1f} MB, of these annotations"
            f" {annotations / 1e6:.1f}; loaded before a search {first:.2f} MB"
        )


if __name__ == "__main__":
    main()
