"""Files of JSON lines."""

from pathlib import Path
from typing import Any

from annotator.foundation.files.growing_file import LinesOnDisk, append_line


def test_lines_on_disk_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    made: list[int] = []
    for number in (1, 2, 3):
        append_line(path, {"number": number, "text": "ü" * number})

    def make(line: dict[str, Any]) -> int:
        number: int = line["number"]
        made.append(number)
        return number

    lines = LinesOnDisk(path, make)
    assert (len(lines), made) == (3, [])
    assert (lines[1:], lines[-1], lines[0]) == ([2, 3], 3, 1)
    assert made == [2, 3, 3, 1]
    assert list(lines) == [1, 2, 3]
    assert list(LinesOnDisk(tmp_path / "missing.jsonl", make)) == []
