import gzip
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.material.formats.problems import Problem
from annotator.material.formats.queries import LoggedQuery, QueryFile
from annotator.material.formats.query_preview import preview_queries

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
        ("query,count\nwho,2.0\n", [LoggedQuery(2, "who", 2)]),
        ("who \u202ewon\u2066\n", [LoggedQuery(1, "who won")]),
        ("who\t2.00\n", [LoggedQuery(1, "who", 2)]),
        ("who  won\nwhat\n  was ist\n", [
            LoggedQuery(1, "who won"), LoggedQuery(2, "what"), LoggedQuery(3, "was ist"),
        ]),
        ("sep=,\nquery,count\nwho,1\nwhat,2\n", [LoggedQuery(3, "who"), LoggedQuery(4, "what", 2)]),
        ('"sep=;"\r\nquery\r\nwho\r\n', [LoggedQuery(3, "who")]),
        ("Query|N\nwho|3\n", [LoggedQuery(2, "who", 3)]),
        ("sep=^\nuser^query\n7^who\n", [LoggedQuery(3, "who", 1, "7")]),
        ("Search-Term;User ID;Query Time\nwho;7;2026-01-31T10:00:00\n",
         [LoggedQuery(2, "who", 1, "7", TEN)]),
        ("query,uid,ts\nwho,7,2026-01-31T10:00:00\n", [LoggedQuery(2, "who", 1, "7", TEN)]),
        ("who\rwhat\r\rwhere",
         [LoggedQuery(1, "who"), LoggedQuery(2, "what"), LoggedQuery(4, "where")]),
        ("query,count\rwho,2\rwhat,3\r", [LoggedQuery(2, "who", 2), LoggedQuery(3, "what", 3)]),
        ('{"query": "who"}\r{"query": "what"}\r', [LoggedQuery(1, "who"), LoggedQuery(2, "what")]),
        ("24500\twho won it\n24501\twhen\n",
         [LoggedQuery(1, "who won it"), LoggedQuery(2, "when")]),
        ("train_7-q1\twho won it\n", [LoggedQuery(1, "who won it")]),
        ('"who won it"\n"who \\"won\\" caf\\u00e9s"\n"who ""won"" it"\n',
         [LoggedQuery(1, "who won it"), LoggedQuery(2, 'who "won" cafés'),
          LoggedQuery(3, 'who "won" it')]),
        ("who won 1,000 and 2,000\nwho won 3,000\n",
         [LoggedQuery(1, "who won 1,000 and 2,000"), LoggedQuery(2, "who won 3,000")]),
        ("rock &amp; roll\nsoul &amp; jazz\n",
         [LoggedQuery(1, "rock & roll"), LoggedQuery(2, "soul & jazz")]),
        ('who said "hello" first\nwho said "no" first\n',
         [LoggedQuery(1, 'who said "hello" first'), LoggedQuery(2, 'who said "no" first')]),
        ("Query~Count\nwho won~3\n", [LoggedQuery(2, "who won", 3)]),
        ("question: who won it\nwhat won it\n",
         [LoggedQuery(1, "question: who won it"), LoggedQuery(2, "what won it")]),
        ("who won it\n2pac songs\n", [LoggedQuery(1, "who won it"), LoggedQuery(2, "2pac songs")]),
        ("rock&amp;roll\nthe mayor&#39;s\n",
         [LoggedQuery(1, "rock&roll"), LoggedQuery(2, "the mayor's")]),
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
        (b'["who", "what"]', 1, "", "this is a JSON array, not JSON lines"),
        (b'\xef\xbb\xbf[["who", 3]]\n', 1, "", "this is a JSON array, not JSON lines"),
        (b"query,Query\nwho,u0\n", 1, "query", "the name query is there twice"),
        (b"query|user|user\nwho|u0|u1\n", 1, "user", "the name user is there twice"),
        (b'{"query": "who", "Query": "what"}\n', 1, "query", "the name query is there twice"),
        (b"query\nwho;u0\nwhat;u1\n", 1, "", "the heading “query"),
        (b"query,user\nwho\tu0\nwhat\tu1\n", 1, "", "the heading “query,u"),
        (b"who won it\t3\tu0\n", 1, "", "no heading names the column with queries"),
        (b"7\twho won it\n7\twhen was it\n", 1, "", "no heading names the column"),
        (b"search_query\thits\nwho won\t3\n", 1, "", "the heading “search_query\t"),
        (b"who won it,2026-01-31,u0\n", 1, "", "no heading names the column"),
        (b"who won it\x01u0\nwhat won it\x01u1\n", 1, "", "no heading names the column"),
        (b"  12 who won it\n   3 what won it\n", 1, "", "every line begins with a number"),
        (b"u12 who won it\nu3 what won it\n", 1, "", "every line begins with a number, a time o"),
        (b"u12: who won it\nu3: what won it\n", 1, "", "no heading names the column with queries"),
        (b"who won it~u3\nwhat won it~u4\n", 1, "", "no heading names the column with queries"),
        (b"query\tcount,user\nwho\t2,u0\n", 1, "", "the heading has a tab and"),
        (b"query,n\tuser\nwho,2\tu0\n", 1, "", "the heading has"),
        (b"query,user\nwho won, and when\tu0\nwhat\tu1\nwhen\tu2\n", 1, "", "the heading “qu"),
        (b"# Terms\n# ---\n\nTerm,Users\nwho won it,5\nwhat won it,5\n", 1, "", "the heading “Te"),
        (b'u0 - - "GET /search?q=who+won HTTP/1.1" 200\n', 1, "", "the lines are addresses or a w"),
        (b"/search?q=who+won&uid=u0\n", 1, "", "the lines are addresses or a web server's log"),
        (b"q\xff\n", 1, "", "the line is not UTF-8"),
        (
            b"#Software: IIS\n#Fields: date c-ip cs-uri-query\n2021-06-14 10.0.0.9 q=who+won\n",
            1,
            "",
            "the lines are addresses or a web server's log",
        ),
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


HEADING = "search_query,ts,uid\n"
ROWS = "".join(
    f"who painted the ceiling of hall {at},2026-01-31T12:00:0{at},u{at}\n" for at in range(4)
)


@pytest.mark.parametrize("separator", [",", ";", "|", "\t", "  ", "     "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("head", [HEADING, ""])
def test_a_table_without_a_known_heading_is_no_text_and_its_ids_are_told_nobody(
    tmp_path: Path, separator: str, end: str, head: str
) -> None:
    log = f"{head}{ROWS}".replace(",", separator).replace("\n", end)
    (problem,) = read(tmp_path / "log", log.encode())
    assert isinstance(problem, Problem)
    assert (problem.line, "search_query" in problem.problem) == (1, bool(head))
    for name in ("query", "question_text", "search_term", "count", "user_id", "timestamp"):
        assert name in problem.fix
    assert "u0" not in str(problem)


def test_cells_far_down_a_text_do_not_become_queries(tmp_path: Path) -> None:
    log = "who won it\n" * 200 + "who won,2026-01-31,u0\nwho won it\tu0\n"
    *queries, one, other = read(tmp_path / "log", log.encode())
    assert all(isinstance(each, LoggedQuery) for each in queries)
    for problem in (one, other):
        assert isinstance(problem, Problem)
        assert problem.problem == "there are several cells where a query should be"


def test_carriage_returns_at_the_end_of_a_chunk_are_one_line_end_with_what_follows(
    tmp_path: Path,
) -> None:
    # A chunk ends after 256 kB: between the two characters of one of these line ends.
    for before in range(2**18 - 2, 2**18 + 1):
        lines = ["what"] * (before // 6) + ["w" * (before % 6 + 1)]
        log = "\r\n".join([*lines, "who"]) + "\r"
        found = read(tmp_path / "log", log.encode())
        assert [each.line for each in found] == [*range(1, len(lines) + 2)]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("who painted the mayor&#39;s portrait", "who painted the mayor's portrait"),
        ("who painted the mayor%27s portrait", "who painted the mayor's portrait"),
        ("who+painted+the+portrait", "who painted the portrait"),
        ("who%20wrote%20caf%C3%A9+or+c%2B%2B%3F", "who wrote café or c++?"),
        ("who wrote &amp;quot;it&amp;quot; and %2527why", 'who wrote "it" and \'why'),
        ("who&nbsp;won&#xa0;it", "who won it"),
        ("is c++ 5% of at&t or r&d; or 100%ff", None),
        ("what is 1+1 in c++", None),
        ("who %00 won", None),
    ],
)
def test_what_browsers_and_pages_escape_is_read_as_it_was_typed(
    tmp_path: Path, written: str, text: str | None
) -> None:
    (query,) = read(tmp_path / "log", f"query\n{written}\n".encode())
    assert isinstance(query, LoggedQuery)
    assert (query.text, query.is_decoded) == (text or written, text is not None)


def test_a_preview_has_the_first_three_queries_and_says_how_it_reads_them(tmp_path: Path) -> None:
    log = "Query;Hits;N;User\nwho;9;2;u0\nwhat;9;3;u1\nwhere;9;x;u2\nwhen;9;4;u3\nhow;9;1;u4\n"
    (tmp_path / "log").write_text(log)
    preview = preview_queries(tmp_path / "log", name="log.csv")
    assert [(each.text, each.count) for each in preview.queries] == [
        ("who", 2), ("what", 3), ("when", 4),
    ]  # fmt: skip
    assert [each.line for each in preview.problems] == [4]
    how = (
        "log.csv is read as CSV with semicolons; query from Query, count from N, user from User; "
        "not read: Hits. It begins:"
    )
    assert preview.lines() == [
        how,
        "  who",
        "  what",
        "  when",
    ]


@pytest.mark.parametrize(("pack", "cut"), [(bytes, 9), (gzip.compress, 15)])
def test_a_preview_of_a_part_leaves_the_cut_line_out(
    tmp_path: Path, pack: Callable[[bytes], bytes], cut: int
) -> None:
    whole = pack(b"who won it\nwhat won it\n" + b"where was it won\n")
    (tmp_path / "log").write_bytes(whole[:-cut])
    preview = preview_queries(tmp_path / "log", is_part=True)
    assert [each.text for each in preview.queries] == ["who won it", "what won it"]
    assert preview.problems == []


def test_a_preview_without_queries_announces_none(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("query,count\n")
    preview = preview_queries(tmp_path / "log")
    assert preview.lines() == ["log is read as CSV; query from query, count from count."]
