"""Comparisons as TSV: what is written is read again, and what is malformed never becomes a tie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.foundation.names.naming import describe_flaw
from annotator.material.formats.comparisons import (
    COLUMNS,
    PREFERENCES,
    ComparisonRow,
    read_cells,
    read_comparisons,
    write_comparisons,
)
from annotator.material.formats.problems import FormatError
from annotator.material.formats.spreadsheets import guard, unguard

HEADER = "\t".join(COLUMNS)
GOOD = ("1", "3", "0.3333333333333333", "1.0", "left", "tie", "right", "A", "B", "k1")
OTHER = ("2", "2", "0.0", "0.5", "right", "right", "tie", "B", "C", "k2")


def _file(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in (HEADER, *lines)).encode()


def _line(cells: tuple[str, ...] = GOOD, /, **changed: str) -> str:
    return "\t".join(changed.get(column, cell) for column, cell in zip(COLUMNS, cells, strict=True))


def _refusal(*lines: str) -> list[str]:
    with pytest.raises(FormatError) as refusal:
        read_comparisons(_file(*lines), name="f.tsv")
    return [str(problem) for problem in refusal.value.problems]


NAMES = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=20
).filter(lambda name: name == name.strip())
MODELS = NAMES.filter(lambda name: not describe_flaw(name))


@st.composite
def studies(draw: st.DrawFn) -> list[ComparisonRow]:
    """Comparisons of disjoint pairs, each pair equally often."""
    rows = []
    times, pair = draw(st.integers(1, 3)), 0
    for key in draw(st.lists(NAMES, unique=True, min_size=1, max_size=4)):
        total = draw(st.integers(1, 100))
        models = draw(st.lists(MODELS, unique=True, min_size=2, max_size=6))
        for left, right in zip(models[::2], models[1::2], strict=False):
            pair += 1
            rows += [
                ComparisonRow(
                    pair=pair,
                    disambiguations=total,
                    left_captured=draw(st.integers(0, total)),
                    right_captured=draw(st.integers(0, total)),
                    ambiguity=draw(st.sampled_from(PREFERENCES)),
                    fluency=draw(st.sampled_from(PREFERENCES)),
                    overall=draw(st.sampled_from(PREFERENCES)),
                    left_model=left,
                    right_model=right,
                    key=key,
                )
                for _ in range(times)
            ]
    return rows


@given(studies())
def test_what_is_written_is_read_again(rows: list[ComparisonRow]) -> None:
    text = "".join(write_comparisons(rows))
    placed = read_comparisons(text.encode(), name="f.tsv")
    assert [row for _, row in placed] == rows
    assert "".join(write_comparisons(row for _, row in placed)) == text


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+a", "'+a"),
        ("-a", "'-a"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("'=a", "''=a"),
        ("-4469503464110108318", "-4469503464110108318"),
        ("'quoted'", "'quoted'"),
        ("a=b", "a=b"),
    ],
)
def test_names_and_keys_are_computed_by_no_spreadsheet_and_read_as_they_were(
    text: str, cell: str
) -> None:
    row = ComparisonRow(1, 1, 0, 1, "tie", "tie", "tie", text, "B", text)
    written = "".join(write_comparisons([row]))
    cells = written.splitlines()[1].split("\t")
    assert (cells[7], cells[9]) == (cell, cell)
    assert [read.row for read in read_comparisons(written.encode(), name="f.tsv")] == [row]


@given(st.text("'=+-@ 1a", max_size=6))
def test_what_is_guarded_is_read_back_as_it_was(text: str) -> None:
    assert unguard(guard(text)) == text


def test_a_line_says_what_it_says() -> None:
    [(line, row)] = read_comparisons(_file(_line()), name="f.tsv")
    assert line == 2
    assert row == ComparisonRow(1, 3, 1, 3, "left", "tie", "right", "A", "B", "k1")


def test_line_ends_of_windows_and_a_byte_order_mark_are_read() -> None:
    data = b"\xef\xbb\xbf" + _file(_line()).replace(b"\n", b"\r\n")
    assert read_comparisons(data, name="f.tsv") == read_comparisons(_file(_line()), name="f.tsv")


@pytest.mark.parametrize(
    "header",
    ['\ufeff"pair"', '"\ufeffpair"', '\ufeff"\ufeffpair"', "\ufeff\ufeffpair"],
)
def test_a_byte_order_mark_before_or_in_the_quoted_first_cell_is_skipped(header: str) -> None:
    file = _file(_line()).decode().replace("pair", header, 1)
    assert read_comparisons(file.encode(), name="f.tsv") == read_comparisons(
        _file(_line()), name="f.tsv"
    )


def test_a_byte_order_mark_goes_where_files_were_joined_and_stays_in_a_cell() -> None:
    text = 'one\t"two\n\ufeffthree"\n\ufeff"four"\t5\n'
    assert list(read_cells(text.encode(), "f.tsv", len(text.encode()))) == [
        (1, ["one", "two\n\ufeffthree"]),
        (3, ["four", "5"]),
    ]


def test_captures_can_be_whole_numbers_throughout() -> None:
    lines = (_line(accLeft="1", accRight="3"), _line(OTHER, accLeft="0", accRight="1"))
    rows = [row for _, row in read_comparisons(_file(*lines), name="f.tsv")]
    assert [(row.left_captured, row.right_captured) for row in rows] == [(1, 3), (0, 1)]


def test_shares_that_were_rounded_to_two_decimals_are_read() -> None:
    [(_, row)] = read_comparisons(_file(_line(accLeft="0.33", accRight="0.67")), name="f.tsv")
    assert (row.left_captured, row.right_captured) == (1, 2)


NO_TIE = "Write left, right or tie"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"Ambiguity": ""}, f"Ambiguity: the cell is empty. {NO_TIE}."),
        ({"Fluency": "both"}, f"Fluency: 'both' is not a preference. {NO_TIE}."),
        ({"Overall": "Tie"}, f"Overall: 'Tie' is not a preference. {NO_TIE}."),
        ({"Overall": "tie "}, f"Overall: 'tie ' is not a preference. {NO_TIE}."),
        ({"Overall": "0.5"}, f"Overall: '0.5' is not a preference. {NO_TIE}."),
        (
            {"pair": "one"},
            "pair: 'one' is not a whole number. Write one from 0 to 2147483647 in digits.",
        ),
        (
            {"pair": "-1"},
            "pair: '-1' is not a whole number. Write one from 0 to 2147483647 in digits.",
        ),
        ({"numQA": ""}, "numQA: the number is missing. Write one from 1 to 100 in digits."),
        ({"numQA": "0"}, "numQA: 0 is out of range. Write a number from 1 to 100."),
        (
            {"numQA": "3.0"},
            "numQA: '3.0' is not a whole number. Write one from 1 to 100 in digits.",
        ),
        (
            {"numQA": "٣"},
            "numQA: '٣' is not a whole number. Write one from 1 to 100 in digits.",
        ),
        (
            {"accLeft": ""},
            (
                "accLeft: the share is missing. Write captured disambiguations divided by numQA:"
                " 0.0 to 1.0."
            ),
        ),
        (
            {"accLeft": "nan"},
            (
                "accLeft: 'nan' is not a share. Write captured disambiguations divided by numQA:"
                " 0.0 to 1.0."
            ),
        ),
        ({"accLeft": "-0.5"}, "accLeft: -0.5 is out of range. Write a share from 0.0 to 1.0."),
        ({"accLeft": "1.5"}, "accLeft: 1.5 is out of range. Write a share from 0.0 to 1.0."),
        (
            {"accLeft": "0.5"},
            (
                "accLeft: 0.5 is not a number of disambiguations divided by 3. Write one "
                "of 0/3, 1/3,"
                " 2/3, 3/3 as a decimal number."
            ),
        ),
        ({"leftModel": ""}, "leftModel: the text is empty. Give the text."),
        (
            {"leftModel": "A "},
            "leftModel: the name begins or ends with a space. Remove it.",
        ),
        ({"leftModel": "x" * 101}, "leftModel: the name has 101 characters. Shorten it to 100."),
        (
            {"leftModel": "\u200b"},
            (
                "leftModel: the name can't be shown. Write at least one character that people can"
                " see."
            ),
        ),
        (
            {"leftModel": '"A\nB"'},
            (
                "leftModel: the name can't be shown. Write it on one line, without control"
                " characters."
            ),
        ),
        (
            {"rightModel": "A"},
            "rightModel: both answers are of the same model. Write which two models were compared.",
        ),
        ({"key": ""}, "key: the text is empty. Give the text."),
    ],
)
def test_a_malformed_cell_is_refused_with_line_column_and_fix(
    changed: dict[str, str], problem: str
) -> None:
    assert _refusal(_line(OTHER), _line(GOOD, **changed)) == [f"f.tsv:3: {problem}"]


def test_more_captures_than_disambiguations_are_refused() -> None:
    assert _refusal(_line(accLeft="4", accRight="0")) == [
        "f.tsv:2: accLeft: 4 is out of range. Write a number from 0 to 3."
    ]


def test_whole_numbers_beside_shares_are_refused_since_a_1_could_be_either() -> None:
    assert _refusal(_line(accRight="1")) == [
        (
            "f.tsv:2: accRight: 1 is a whole number, while line 2 has 0.3333333333333333. Give"
            " shares of numQA everywhere, with a decimal point: 1.0 for all of them."
        )
    ]


def test_a_1_is_refused_where_no_line_tells_whether_it_is_one_or_all() -> None:
    assert _refusal(_line(accLeft="0", accRight="1")) == [
        (
            "f.tsv:2: accRight: 1 may be one of 3 disambiguations or all of them, and no line"
            " tells. Give shares of numQA everywhere, with a decimal point: 1.0 for all of them."
        )
    ]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            (_line(), _line(OTHER, pair="1")),
            (
                "f.tsv:3: pair: pair 1 is a different pair in line 2. Give each pair "
                "of answers its own number, on the same sides in each line."
            ),
        ),
        (
            (_line(), _line(leftModel="B", rightModel="A")),
            (
                "f.tsv:3: pair: pair 1 is a different pair in line 2. Give each pair "
                "of answers its own number, on the same sides in each line."
            ),
        ),
        (
            (_line(), _line(pair="2", rightModel="C")),
            (
                "f.tsv:3: leftModel: the answer of 'A' to this question is already in pair 1,"
                " in line 2. Keep one of the two: each answer belongs to one pair."
            ),
        ),
        (
            (
                _line(),
                _line(
                    pair="2",
                    numQA="2",
                    accLeft="0.5",
                    accRight="0.5",
                    leftModel="C",
                    rightModel="D",
                ),
            ),
            (
                "f.tsv:3: numQA: the question has 2 disambiguations here and 3 in line 2. Write the"
                " same number in both."
            ),
        ),
        (
            (_line(), _line(OTHER), _line(pair="3", key="k3"), _line()),
            (
                "f.tsv:2: pair: pair 1 has 2 of 1 comparisons that pairs of this file have. Give"
                " each pair one line for each comparer, and remove repeated lines."
            ),
        ),
        (
            (_line(), _line()[: -len("\tk1")]),
            "f.tsv:3: the line has 9 cells. Give it 10, or remove it.",
        ),
        ((_line(), ""), "f.tsv:3: the line is empty. Give it 10, or remove it."),
        ((), "f.tsv: the file has no comparison. Add a line for each."),
    ],
)
def test_what_contradicts_another_line_or_lacks_anything_is_refused(
    lines: tuple[str, ...], problem: str
) -> None:
    assert _refusal(*lines) == [problem]


def test_more_models_and_comparers_than_any_study_has_are_refused() -> None:
    models = [
        _line(pair=str(number), leftModel=f"A{number}", rightModel=f"B{number}")
        for number in range(51)
    ]
    assert _refusal(*models) == [
        (
            "f.tsv:52: the file has 102 models; the limit is 100. Split it, or write a model's name"
            " the same in all lines."
        )
    ]
    assert len(read_comparisons(_file(*models[:50]), name="f.tsv")) == 50
    assert _refusal(*[_line()] * 1001) == [
        (
            "f.tsv:2: pair: pair 1 has 1,001 comparisons; the limit is 1,000. Give each pair of"
            " answers its own number, and one line for each comparer."
        )
    ]
    assert len(read_comparisons(_file(*[_line()] * 1000), name="f.tsv")) == 1000


def test_every_wrong_line_is_named() -> None:
    problems = _refusal(_line(Overall=""), _line(OTHER, numQA="x"), _line(Fluency="?"))
    assert [problem.split(": ")[0] for problem in problems] == ["f.tsv:2", "f.tsv:3", "f.tsv:4"]


@pytest.mark.parametrize(
    "header",
    [
        HEADER.replace("key", "id"),
        HEADER + "\tcomment",
        HEADER.replace("\t", ","),
        HEADER.lower(),
        "\t".join(reversed(COLUMNS)),
        "",
    ],
)
def test_other_columns_are_refused(header: str) -> None:
    with pytest.raises(FormatError) as refusal:
        read_comparisons(f"{header}\n{_line()}\n".encode(), name="f.tsv")
    [problem] = refusal.value.problems
    assert str(problem).startswith(
        "f.tsv:1: these are not the columns of a comparisons file. Make the"
    )


def test_bytes_that_are_no_utf_8_and_open_quotation_marks_are_refused_with_their_line() -> None:
    with pytest.raises(FormatError) as refusal:
        read_comparisons(_file(_line()) + b"\xff\n", name="f.tsv")
    assert str(refusal.value.problems[0]).startswith("f.tsv:3: byte ")
    assert _refusal(_line(), _line(leftModel='"A')) == [
        (
            "f.tsv:3: the line can't be read (unexpected end of data). Close every quotation mark,"
            " and double those inside a cell."
        )
    ]


@given(st.data())
def test_no_cell_but_a_preference_is_read_as_one(data: st.DataObject) -> None:
    column = data.draw(st.sampled_from(["Ambiguity", "Fluency", "Overall"]))
    said = data.draw(st.text(st.characters(codec="utf-8", exclude_characters='\t\r\n"'))).strip(
        "\n"
    )
    if said in PREFERENCES:
        return
    with pytest.raises(FormatError):
        read_comparisons(_file(_line(GOOD, **{column: said})), name="f.tsv")
