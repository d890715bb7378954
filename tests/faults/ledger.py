"""What the server has acknowledged, written down before anybody goes on."""

import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Ledger:
    """Acknowledgements as JSON lines in a file, and counts of everything else."""

    def __init__(self, path: Path) -> None:
        """Begin a new file."""
        self.path = path
        self._file = path.open("w")
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self.surprises: list[str] = []

    def submitted(self, *, assignment: int, key: str, answer: Row, annotation: Row) -> None:
        """A submission that was answered with its annotation."""
        names = ("id", "annotation_id", "is_late", "annotator")
        self._write(
            "submitted",
            assignment=assignment,
            key=key,
            answer=answer,
            annotation={name: annotation[name] for name in names},
        )
        if annotation["is_late"]:
            self.count("late")

    def drafted(self, *, assignment: int, version: int, draft: Row) -> None:
        """A draft that was answered with its version."""
        self._write("drafted", assignment=assignment, version=version, draft=draft)

    def sent(self, *, assignment: int, draft: Row) -> None:
        """A draft that is about to be sent: it may arrive without an answer."""
        self._write("sent", assignment=assignment, draft=draft)

    def changed(self, *, assignment: int, state: str) -> None:
        """A change of state that was answered."""
        self._write("changed", assignment=assignment, state=state)

    def job(self, **row: Any) -> None:
        """A job that was answered with its number."""
        self._write("job", **row)

    def _write(self, kind: str, **row: Any) -> None:
        with self._lock:
            self._file.write(json.dumps({"kind": kind, **row}) + "\n")
            self._file.flush()
            self._counts[kind] += 1

    def count(self, what: str) -> None:
        """Count something that nobody has to find again."""
        with self._lock:
            self._counts[what] += 1

    def surprise(self, sentence: str) -> None:
        """Note an answer that should not have come."""
        with self._lock:
            self.surprises.append(sentence)
            self._counts["surprises"] += 1

    @property
    def counts(self) -> Counter[str]:
        """How often each thing happened so far."""
        with self._lock:
            return self._counts.copy()

    @property
    def submissions(self) -> int:
        """How many submissions were acknowledged so far."""
        return self.counts["submitted"]
