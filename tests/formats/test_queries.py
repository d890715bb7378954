import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.formats.problems import Problem
from annotator.formats.queries import LoggedQuery, QueryFile

DAY = datetime(2026, 1, 31, tzinfo=UTC)
TEN = datetime(2026, 1, 31, 10, tzinfo=UTC)


def read(path: Path, data: bytes) -> list[LoggedQuery | Problem]:
    path.write_bytes(data)
    return list(QueryFile(path))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("who won, and why\n\n  what   is it \n",
         [LoggedQuery(1, "who won, and why"), LoggedQuery(3, "what is it")]),
        ("query,count,user,time\n\"who won, it\",3,ann,2026-01-31T10:00:00\nwhat,,,\n",
         [LoggedQuery(2, "who won, it", 3, "ann", TEN), LoggedQuery(3, "what")]),
        ("query,count\n\"who wrote\nthe hobbit\",3\nwhat,4\n",
         [LoggedQuery(3, "who wrote the hobbit", 3), LoggedQuery(4, "what", 4)]),
        ("query,count\r\n\"who wrote\r\nthe hobbit\",3\r\nwhat,4\r\n",
         [LoggedQuery(3, "who wrote the hobbit", 3), LoggedQuery(4, "what", 4)]),
        ("AnonID\tQuery\tQueryTime\n7\twho \"won\tit\n7\twho\t2026-01-31 11:00+01:00\n",
         [Problem("'it' is not a time", "Write it as 2026-01-31T12:00:00", "time", "log", 2),
          LoggedQuery(3, "who", 1, "7", TEN)]),
        ("who won\t12\nwhat\n", [LoggedQuery(1, "who won", 12), LoggedQuery(2, "what")]),
        ("count;question\n4;who won\n", [LoggedQuery(2, "who won", 4)]),
        ('{"query": "who", "count": 2, "user": 5, "time": 1769853600}\n{"text": "was ist"}\n',
         [LoggedQuery(1, "who", 2, "5", TEN), LoggedQuery(2, "was ist")]),
        ('{"text": "a", "Query": "who"}\n{"text": "was ist", "query": null, "n": 3, "count": 2}\n',
         [LoggedQuery(1, "who"), LoggedQuery(2, "was ist", 2)]),
        ("text,n,query,count\na,3,who,2\n", [LoggedQuery(2, "who", 2)]),
        (f"query,count\nwho,{'0' * 5000}12\n", [LoggedQuery(2, "who", 12)]),
        ("query,time\nwho,20260131\nwho,20260131T100000\n",
         [LoggedQuery(2, "who", at=DAY), LoggedQuery(3, "who", at=TEN)]),
        ('{"query": "who", "time": 20260131}\n', [LoggedQuery(1, "who", at=DAY)]),
        ("questions\nwho\n", [LoggedQuery(1, "questions"), LoggedQuery(2, "who")]),
        ("text\nwho\n", [LoggedQuery(2, "who")]),
        ('"\ufeffquery","count"\nwho,2\n', [LoggedQuery(2, "who", 2)]),
        ("\ufeff\ufeffquery\nwho\n", [LoggedQuery(2, "who")]),
        ("query,count\nwho,2, ,\n", [LoggedQuery(2, "who", 2)]),
        ("为什么天空是蓝色的\n", [LoggedQuery(1, "为什么天空是蓝色的")]),
        ("", []),
    ],
)  # fmt: skip
def test_a_log_is_recognised_by_its_content(
    tmp_path: Path, data: str, expected: list[LoggedQuery | Problem]
) -> None:
    assert read(tmp_path / "log", data.encode()) == expected
    assert read(tmp_path / "log", gzip.compress(data.encode())) == expected


@pytest.mark.parametrize(
    ("data", "line", "field", "problem"),
    [
        (b"query,count\nwho,none\n", 2, "count", "'none' is not a count"),
        (b"query,count\nwho,0\n", 2, "count", "'0' is not a count"),
        (b"query,count\nwho,1000000000001\n", 2, "count", "'1000000000001' is not a count"),
        (b"query,count\nwho," + b"0" * 19 + b"1" * 5000, 2, "count", "'0000000000000000000"),
        (b"query,time\nwho,20261331\n", 2, "time", "'20261331' is not a time"),
        (b'{"query": 5}\n', 1, "query", "5 is not a string"),
        (b'{"query": "a", "count": true}\n', 1, "count", "true is not a count"),
        (b'{"count": 5}\n', 1, "query", "the field is missing"),
        (b'{"query": "a"\n', 1, "query", "the JSON isn't complete on this line"),
        (b"query\nwho won, and why\n", 2, "", "the row has 2 cells, and the heading 1"),
        (b"query;n\nwho;2;3\n", 2, "", "the row has 3 cells, and the heading 2"),
        (b"query\tn\nwho\twon\t3\n", 2, "", "the row has 3 cells, and the heading 2"),
        (b"who\n\xff\xfe\xfd\n", 2, "", "the line is not UTF-8"),
        (b"query,count\n,3\n", 2, "query", "the text is empty"),
        (b"a" * 2001, 1, "query", "the text has 2,001 characters; the limit is 2,000"),
        (b"[{}]", 1, "", "this is a JSON array, not JSON lines"),
        (b"PK\x03\x04 xl/", 1, "", "this is an Excel workbook"),
    ],
)
def test_what_is_wrong_with_a_log_is_placed(
    tmp_path: Path, data: bytes, line: int, field: str, problem: str
) -> None:
    found = [each for each in read(tmp_path / "log", data) if isinstance(each, Problem)]
    assert [(each.line, each.field) for each in found] == [(line, field)]
    assert found[0].problem.startswith(problem[:20])


OPEN = Problem(
    "the row can't be read (',' expected after '\"')",
    "Close every quotation mark, and double those inside a cell",
    file="log",
    line=3,
)


def test_an_open_quotation_mark_takes_no_other_row_with_it(tmp_path: Path) -> None:
    rows = ["who a,1", '"who let the dogs out lyrics,40', "who b,2", '"who, c",3']
    log = "\n".join(["query,count", *rows, '"hello" lyrics who sang it,5'])
    assert read(tmp_path / "log", log.encode()) == [
        LoggedQuery(2, "who a", 1),
        OPEN,
        LoggedQuery(4, "who b", 2),
        LoggedQuery(5, "who, c", 3),
        LoggedQuery(6, "hello lyrics who sang it", 5),
    ]


@pytest.mark.parametrize("cell", ['"who let', f'"{"x" * 200_000}'])
def test_a_quotation_mark_that_nothing_closes_is_told_where_it_opens(
    tmp_path: Path, cell: str
) -> None:
    rows = [f"who {number},1" for number in range(4, 60)]
    found = read(tmp_path / "log", "\n".join(["query,count", "who,1", cell, *rows]).encode())
    assert [each.line for each in found] == [*range(2, 60)]
    assert [each.line for each in found if isinstance(each, Problem)] == [3]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    for entry in read(tmp_path / "log", data):
        assert entry.line is not None
        assert isinstance(entry, Problem) or entry.text.strip()
