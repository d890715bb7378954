"""Gold answers of original and simplified files, read without their pages."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from annotator.material.formats.articles import page_of
from annotator.material.formats.candidate_boxes import read_boxed_example
from annotator.material.formats.gold_answers import GoldExample, gold_files, read_gold
from annotator.material.formats.problems import FormatError
from annotator.measures.answer_match import Answer, Span

SPAN = {"start_byte": 10, "end_byte": 40, "start_token": 2, "end_token": 9}


def example(**changes: Any) -> dict[str, Any]:
    annotation = {
        "annotation_id": 1,
        "long_answer": {**SPAN, "candidate_index": 0},
        "short_answers": [{"start_token": 3, "end_token": 5}],
        "yes_no_answer": "NONE",
    }
    return {"example_id": 7, "annotations": [annotation | changes]}


def write(path: Path, *lines: Any) -> Path:
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_files_of_both_formats_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    write(tmp_path / "b.jsonl", example() | {"example_id": 8})
    write(tmp_path / "a.jsonl.gz", example(long_answer={"start_token": -1, "end_token": -1}))
    paths = gold_files([str(tmp_path / "*.jsonl*"), str(tmp_path / "b.jsonl")])
    short = (Span(None, (3, 5)),)
    assert read_gold(paths) == [
        GoldExample(7, (Answer(None, short),)),
        GoldExample(8, (Answer(Span((10, 40), (2, 9)), short),)),
    ]


def test_wrong_lines_are_named_with_file_line_and_field(tmp_path: Path) -> None:
    path = write(
        tmp_path / "gold.jsonl",
        example(),
        example(yes_no_answer="MAYBE"),
        {"example_id": 9},
        example(),
    )
    with pytest.raises(FormatError) as caught:
        read_gold([path])
    assert [(each.file, each.line, each.field) for each in caught.value.problems] == [
        ("gold.jsonl", 2, "annotations[0].yes_no_answer"),
        ("gold.jsonl", 3, "annotations"),
        ("gold.jsonl", 4, "example_id"),
    ]


@pytest.mark.parametrize(("right", "wrong"), [(7, 0), (5, 3), (0, 250)])
@pytest.mark.parametrize("is_truncated", [False, True])
def test_cores_that_share_a_file_find_what_one_finds(
    tmp_path: Path, right: int, wrong: int, is_truncated: bool
) -> None:
    lines: list[Any] = [example() | {"example_id": number} for number in range(right)]
    lines[1:1] = [{"example_id": number, "annotations": 5} for number in range(wrong)]
    paths = [write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl.gz", *lines)]
    paths.append(write(tmp_path / "c.jsonl.gz", *lines[right:]))
    if is_truncated:
        paths[-1].write_bytes(paths[-1].read_bytes()[:-4])

    def found_by(cores: int) -> Any:
        try:
            return read_gold(paths, cores=cores)
        except FormatError as error:
            return [(each.file, each.line, str(each)) for each in error.problems]

    assert found_by(2) == found_by(1)
    assert found_by(5) == found_by(1)


def test_a_pattern_that_names_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no file of this name"):
        gold_files([str(tmp_path / "nothing*")])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.org/wiki/Bob", "https://a.org/w/index.php?title=Bob&amp;oldid=5", True),
        ("https://de.a.org/wiki/Berlin", "https://en.a.org/wiki/Berlin", False),
        ("https://a.org/show?id=1", "https://a.org/show?id=2", False),
        ("https://a.org/wiki/", "https://a.org/wiki/?id=2", False),
        ("https://[a.org/wiki/Bob", "https://[a.org/wiki/Level", False),
    ],
)
def test_only_addresses_of_one_article_name_the_same_page(one: str, other: str, same: bool) -> None:
    assert (page_of(one) == page_of(other)) is same


def test_examples_without_an_address_share_no_page() -> None:
    line: dict[str, Any] = {"question_text": "who", "document_url": "", "document_text": "a"}
    line["long_answer_candidates"] = []
    first, second = (
        read_boxed_example({**example(), **line, "example_id": number}) for number in (7, 8)
    )
    assert (first.page, second.page) == ("7", "8")
