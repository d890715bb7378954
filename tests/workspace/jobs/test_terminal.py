"""What somebody sees who imports in a terminal: the real command in a pseudo-terminal."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.workspace.jobs.foreground import describe_rate
from scripts.bootstrap import ROOT
from tests.factories.corpus import HTML

LINES = 100
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


def environment(folder: Path) -> dict[str, str]:
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "NO_COLOR", "TERM", "COLUMNS")
    }
    return inherited | {
        "DATA_DIR": str(folder),
        "DEMO": "0",
        "TERM": "xterm",
        "COLUMNS": "140",
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
    }


def manage(folder: Path, *words: str) -> None:
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=environment(folder), check=True, capture_output=True)


def see(folder: Path, *words: str) -> tuple[int, str]:
    """Run a command with a terminal as its standard error; exit status, what was shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        # The kernel's way to say that nobody holds the other end any more.
        pass
    os.close(ours)
    return process.wait(), CONTROL.sub("", shown.decode())


@pytest.mark.long
def test_jobs_in_a_terminal_show_how_far_how_fast_and_how_long(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    line = {"document_url": "", "document_title": "Plumb bob", "document_html": HTML.decode()}
    with file.open("w", encoding="utf-8") as lines:
        for number in range(LINES):
            lines.write(json.dumps({**line, "question_text": f"what is bob {number}"}) + "\n")
    manage(tmp_path, "migrate")
    manage(tmp_path, "create_project", "dev", "--kind", "nq", "--title", "Dev", "--overlap", "1")
    status, shown = see(tmp_path, "import_pages", "dev", str(file))
    assert status == 0
    rate, time = r"([\d.,]+/s|\d+/min|-/s)", r"(\d:\d\d:\d\d|-:--:--)"
    bar = rf"import pages\W+(\d+)/{LINES} {rate} {time} {time}"
    seen = re.findall(bar, shown)
    assert seen != [], shown
    done, rate, _, left = seen[-1]
    assert (done, left) == (str(LINES), "0:00:00")
    assert re.fullmatch(r"[\d.,]+/s|\d+/min", rate)
    status, shown = see(tmp_path, "compute_statistics", "dev")
    assert status == 0
    assert re.search(r"compute statistics\W+(\d+)/\1 ", shown), shown


@pytest.mark.parametrize(
    ("rate", "words"),
    [(0.004, "0/min"), (0.5, "30/min"), (1, "1.0/s"), (12.34, "12.3/s"), (1234.5, "1,234/s")],
)
def test_a_rate_is_fit_to_read(rate: float, words: str) -> None:
    assert describe_rate(rate) == words
