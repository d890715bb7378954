import gzip
import io
import os
import random
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.formats.lines import (
    MAX_LINE_BYTES,
    Line,
    LineReader,
    parse_object,
)
from annotator.material.formats.problems import LineError, Problem
from annotator.material.formats.unpacking import CHUNK_BYTES, RATIO_COUNTS_FROM
from tests.size import sized

GZIP_FIX = "Transfer it again; `gzip -t` must accept it"


def written(tmp_path: Path, data: bytes, name: str = "examples.jsonl") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def read(path: Path, **options: int) -> list[Line | Problem]:
    with LineReader(path, **options) as reader:
        return list(reader)


def test_lines_are_numbered_from_one_and_empty_ones_are_counted_but_not_given(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, b'{"a":1}\n\n  \t\r\n{"b":2}\r\n{"c":3}')
    assert read(path) == [Line(1, b'{"a":1}'), Line(4, b'{"b":2}\r'), Line(5, b'{"c":3}')]


def test_gzip_is_recognised_by_its_content_and_may_have_several_members(tmp_path: Path) -> None:
    data = gzip.compress(b"one\nt") + gzip.compress(b"wo\n")
    assert read(written(tmp_path, data, "misnamed.jsonl")) == [Line(1, b"one"), Line(2, b"two")]


def test_a_byte_order_mark_is_dropped_wherever_files_were_joined(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf{}\n\xef\xbb\xbf[]\n\xef\xbb\xbf\n"
    assert read(written(tmp_path, data)) == [Line(1, b"{}"), Line(2, b"[]")]


def test_only_a_last_line_without_its_end_may_be_truncated(tmp_path: Path) -> None:
    lines = read(written(tmp_path, b"one\ntwo\nthree"))
    assert [isinstance(line, Line) and line.is_open for line in lines] == [False, False, True]
    (line,) = read(written(tmp_path, b"one\n"))
    assert isinstance(line, Line)
    assert not line.is_open


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    assert read(written(tmp_path, b"")) == []


def test_a_missing_file_is_a_problem_of_the_whole_file(tmp_path: Path) -> None:
    assert read(tmp_path / "nowhere.jsonl") == [
        Problem(
            "the file can't be read (No such file or directory)",
            "Check its path",
            file="nowhere.jsonl",
        )
    ]


def test_a_truncated_gzip_gives_its_whole_lines_and_then_the_problem(tmp_path: Path) -> None:
    noise = random.Random(3).randbytes(4000).hex().encode()
    packed = gzip.compress(b'{"a":1}\n' + noise + b"\n" + b"last line")
    path = written(tmp_path, packed[:-9], "cut.jsonl.gz")
    *lines, problem = read(path)
    assert problem == Problem("the gzip file is truncated", GZIP_FIX, file="cut.jsonl.gz", line=3)
    assert lines == [Line(1, b'{"a":1}'), Line(2, noise)]


@given(lines=st.lists(st.binary(max_size=2000).map(bytes.hex), min_size=1), cut=st.floats(0, 1))
def test_of_a_truncated_gzip_all_that_can_be_unpacked_is_read(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], cut: float
) -> None:
    data = "".join(f"x{line}\n" for line in lines).encode()
    packed = gzip.compress(data)
    kept = packed[: 10 + int(cut * (len(packed) - 11))]
    path = tmp_path_factory.mktemp("cut") / "cut.gz"
    path.write_bytes(kept)
    unpacked = zlib.decompressobj(31).decompress(kept)
    *found, problem = read(path)
    whole = unpacked.split(b"\n")[:-1]
    assert found == [Line(number, line) for number, line in enumerate(whole, start=1)]
    assert problem == Problem(
        "the gzip file is truncated", GZIP_FIX, file="cut.gz", line=len(whole) + 1
    )


def test_a_damaged_gzip_is_a_problem_at_the_line_where_it_breaks(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"one\ntwo\n"))
    packed[-6] ^= 0xFF
    *_, problem = read(written(tmp_path, bytes(packed), "bad.gz"))
    assert isinstance(problem, Problem)
    assert (problem.file, problem.line, problem.fix) == ("bad.gz", 3, GZIP_FIX)
    assert problem.problem.startswith("the gzip file is damaged (CRC check failed")


def test_a_line_above_the_limit_is_refused_with_its_field_and_the_rest_is_read(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, b'{"document_html": "' + b"x" * 200 + b'"}\n{"ok":1}\n')
    assert read(path, max_line_bytes=100) == [
        Problem(
            "the line has 221 bytes; the limit is 100",
            "Leave this line out or shorten it",
            field="document_html",
            file="examples.jsonl",
            line=1,
        ),
        Line(2, b'{"ok":1}'),
    ]


@pytest.fixture
def sizes_held(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes of a line are held: after each that is added, the newest last."""
    sizes = []

    class Noted(io.BytesIO):
        def __init__(self, beginning: bytes = b"") -> None:
            super().__init__(beginning)
            sizes.append(len(beginning))

        def write(self, piece: bytes) -> int:  # type: ignore[override]
            written = super().write(piece)
            sizes.append(self.tell())
            return written

    monkeypatch.setattr("annotator.material.formats.lines.io", SimpleNamespace(BytesIO=Noted))
    return sizes


def test_a_page_three_times_as_large_as_a_line_may_be_is_refused_without_being_held(
    tmp_path: Path, sizes_held: list[int]
) -> None:
    limit = sized(2**21, MAX_LINE_BYTES)
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.write(b'{"document_html": "')
        for _ in range(3 * limit // 2**20):
            file.write(b"x" * 2**20)
        file.write(b'"}\n{"ok":1}\n')
    problem, line = read(path, max_line_bytes=limit)
    assert isinstance(problem, Problem)
    assert (problem.line, problem.field) == (1, "document_html")
    assert problem.problem == f"the line has {3 * limit + 21:,} bytes; the limit is {limit:,}"
    assert line == Line(2, b'{"ok":1}')
    most = max(sizes_held)
    assert limit - CHUNK_BYTES < most <= limit
    # Of what is too long only the beginning is kept, which says in which field that is.
    assert max(sizes_held[sizes_held.index(most) + 1 :]) == CHUNK_BYTES


def test_a_compression_bomb_is_stopped_early(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    with gzip.open(path, "wb") as file:
        for _ in range(sized(2, 24) * RATIO_COUNTS_FROM // 2**20):
            file.write(b"x" * 2**20 + b"\n")
    with LineReader(path) as reader:
        *lines, last = list(reader)
    assert len(lines) < 20
    assert isinstance(last, Problem)
    assert last.problem == "the gzip file unpacks to more than 200 times its size"


def test_reading_can_start_at_a_line(tmp_path: Path) -> None:
    path = written(tmp_path, b"one\ntwo\nthree\n")
    assert read(path, start_line=2) == [Line(2, b"two"), Line(3, b"three")]


def test_position_tells_how_far_the_file_was_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"x" * (2 * CHUNK_BYTES) + b"\nend\n")
    with LineReader(path) as reader:
        lines = iter(reader)
        next(lines)
        assert reader.position == reader.size == 2 * CHUNK_BYTES + 5


@given(
    st.lists(
        st.binary().filter(
            lambda b: b"\n" not in b and b.strip() and not b.startswith(b"\xef\xbb\xbf")
        )
    ),
    st.booleans(),
)
def test_what_was_written_as_lines_is_read_as_lines(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], packed: object
) -> None:
    data = b"\n".join([b"first", *lines])
    path = tmp_path_factory.mktemp("lines") / "lines.jsonl"
    path.write_bytes(gzip.compress(data) if packed else data)
    assert read(path) == [
        Line(number, line) for number, line in enumerate([b"first", *lines], start=1)
    ]


def refusal(data: bytes) -> Problem:
    with pytest.raises(LineError) as caught:
        parse_object(Line(1, data))
    (problem,) = caught.value.problems
    return problem


def test_parse_object_gives_the_object() -> None:
    assert parse_object(Line(1, b'{"a": [1, true]}')) == {"a": [1, True]}


@pytest.mark.parametrize(
    ("data", "what"), [(b"[1]", "a list"), (b"1.50", "1.50"), (b'"a"', "'a'"), (b"null", "null")]
)
def test_parse_object_refuses_anything_but_an_object(data: bytes, what: str) -> None:
    assert refusal(data) == Problem(
        f"the line is {what}, not an object", "Put one object in braces on each line"
    )


@given(st.binary(max_size=200))
def test_parse_object_raises_nothing_but_line_errors(data: bytes) -> None:
    try:
        value = parse_object(Line(1, data))
    except LineError:
        return
    assert type(value) is dict


def test_a_problem_is_one_line_with_file_line_field_and_fix() -> None:
    problem = Problem("5 is not a string", "Write a string", field="document_title")
    assert str(problem.at(file="a.jsonl", line=3)) == (
        "a.jsonl:3: document_title: 5 is not a string. Write a string."
    )


def test_unreadable_folder_is_a_problem(tmp_path: Path) -> None:
    (problem,) = read(tmp_path)
    assert isinstance(problem, Problem)
    assert problem.problem == f"the file can't be read ({os.strerror(21)})"
