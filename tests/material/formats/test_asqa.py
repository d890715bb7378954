import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.collecting.annotations.long_form_limits import LONGEST_ANSWER, LONGEST_PIECE
from annotator.material.formats.asqa import (
    AsqaAnnotation,
    AsqaExample,
    Disambiguation,
    KnowledgePiece,
    WikipediaPage,
    read_example,
    read_file,
    write_example,
)
from annotator.material.formats.problems import ExampleError, FormatError, Problem

VALUE: dict[str, Any] = {
    "ambiguous_question": "when was the bell cast",
    "qa_pairs": [
        {
            "context": "The first bell was cast in 1804.",
            "question": "when was the first bell cast",
            "short_answers": ["1804", "the year 1804"],
            "wikipage": "Bell",
        },
        {
            "context": "No context provided",
            "question": "when was the second bell cast",
            "short_answers": ["1911"],
            "wikipage": None,
        },
    ],
    "wikipages": [{"title": "Bell", "url": "https://example.org/bell"}],
    "annotations": [
        {
            "knowledge": [{"content": "Bells crack.", "wikipage": "Bell"}],
            "long_answer": "The first bell was cast in 1804, the second in 1911.",
        }
    ],
}
TOO_MANY = "the list has 1,001 entries; the limit is 1,000"
MEANT = AsqaExample(
    ambiguous_question="when was the bell cast",
    disambiguations=(
        Disambiguation(
            question="when was the first bell cast",
            short_answers=("1804", "the year 1804"),
            context="The first bell was cast in 1804.",
            page_title="Bell",
        ),
        Disambiguation(question="when was the second bell cast", short_answers=("1911",)),
    ),
    pages=(WikipediaPage("Bell", "https://example.org/bell"),),
    annotations=(
        AsqaAnnotation(
            long_form_answer="The first bell was cast in 1804, the second in 1911.",
            knowledge=(KnowledgePiece("Bells crack.", "Bell"),),
        ),
    ),
)


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(VALUE)), **changes}


def refusals(value: Any) -> list[Problem]:
    with pytest.raises(ExampleError) as caught:
        read_example(value)
    return list(caught.value.problems)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ASQA.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_read_example_translates_the_files_names() -> None:
    assert read_example(VALUE) == MEANT


def test_write_example_gives_the_files_names_and_order_of_keys_back() -> None:
    value = write_example(MEANT)
    assert value == VALUE
    assert list(value) == ["ambiguous_question", "qa_pairs", "wikipages", "annotations"]


def test_a_file_without_contexts_stays_without_them() -> None:
    value = changed()
    for pair in value["qa_pairs"]:
        del pair["context"]
    assert write_example(read_example(value)) == value


texts = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), min_size=1, max_size=20
).filter(str.strip)
examples = st.builds(
    AsqaExample,
    ambiguous_question=texts,
    disambiguations=st.lists(
        st.builds(
            Disambiguation,
            question=texts,
            short_answers=st.lists(texts, min_size=1, max_size=3).map(tuple),
            context=st.none() | texts.filter(lambda text: text != "No context provided"),
            page_title=st.none() | texts,
        ),
        min_size=2,
        max_size=6,
    ).map(tuple),
    pages=st.lists(st.builds(WikipediaPage, texts, st.none() | texts), max_size=3).map(tuple),
    annotations=st.lists(
        st.builds(
            AsqaAnnotation,
            long_form_answer=texts,
            knowledge=st.lists(
                st.builds(KnowledgePiece, st.none() | texts, st.none() | texts), max_size=3
            ).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
)


@given(examples)
def test_what_is_written_reads_as_the_same_example(example: AsqaExample) -> None:
    assert read_example(json.loads(json.dumps(write_example(example)))) == example


@pytest.mark.parametrize("part", ["answer", "piece", "context"])
def test_answers_and_passages_may_be_as_long_as_an_annotator_may_write_them(part: str) -> None:
    def with_text(text: str) -> dict[str, Any]:
        value = changed()
        if part == "context":
            value["qa_pairs"][0]["context"] = text
        elif part == "piece":
            value["annotations"][0]["knowledge"][0]["content"] = text
        else:
            value["annotations"][0]["long_answer"] = text
        return value

    longest = LONGEST_ANSWER if part == "answer" else LONGEST_PIECE
    value = with_text("x" * longest)
    assert write_example(read_example(value)) == value
    [problem] = refusals(with_text("x" * (longest + 1)))
    assert problem.problem == "the text has 20,001 characters; the limit is 20,000"


def test_other_texts_keep_the_shorter_limit() -> None:
    [problem] = refusals(changed(ambiguous_question="x" * 10_001))
    assert problem.problem == "the text has 10,001 characters; the limit is 10,000"


@pytest.mark.parametrize("number", [0, 1, 7])
def test_read_example_refuses_other_than_2_to_6_disambiguations(number: int) -> None:
    [problem] = refusals(changed(qa_pairs=VALUE["qa_pairs"][:1] * number))
    assert (problem.field, problem.problem) == (
        "qa_pairs",
        "there is 1 disambiguation" if number == 1 else f"there are {number} disambiguations",
    )


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (["ambiguous_question"], " ", "the text is empty"),
        (["qa_pairs", 0], None, "null is not an object"),
        (["qa_pairs", 1, "short_answers"], [], "there is no short answer"),
        (["qa_pairs", 1, "short_answers", 0], "", "the text is empty"),
        (["qa_pairs", 0, "short_answers", 0], 1804, "1804 is not a string"),
        (["qa_pairs", 0, "context"], None, "null is not a string"),
        (["qa_pairs", 0, "wikipage"], 7, "7 is not a string"),
        (["wikipages", 0, "title"], "", "the text is empty"),
        (["annotations", 0, "long_answer"], "", "the text is empty"),
        (["annotations", 0, "knowledge", 0, "content"], [], "a list is not a string"),
        (["annotations", 0, "knowledge", 0], "Bells crack.", "'Bells crack.' is not an object"),
        (["wikipages"], 1001 * VALUE["wikipages"], TOO_MANY),
        (["annotations"], 1001 * VALUE["annotations"], TOO_MANY),
        (["annotations", 0, "knowledge"], 1001 * [{}], TOO_MANY),
    ],
)
def test_read_example_names_the_field_that_is_wrong(
    path: list[Any], value: Any, problem: str
) -> None:
    example = changed()
    holder: Any = example
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    field = re.sub(r"\.(\d+)", r"[\1]", ".".join(map(str, path)))
    assert [(each.field, each.problem) for each in refusals(example)] == [(field, problem)]


def test_read_example_refuses_what_is_no_object() -> None:
    assert [each.problem for each in refusals([VALUE])] == ["a list is not an object"]


def test_read_file_gives_the_split_in_its_order_and_places_what_is_wrong(tmp_path: Path) -> None:
    wrong = changed(qa_pairs=[])
    path = written(tmp_path, json.dumps({"dev": {"7": VALUE, "-3": wrong, "5": VALUE}}))
    file = read_file(path, split="dev")
    read = dict(file.examples())
    assert list(read) == ["7", "-3", "5"]
    assert (read["7"], read["5"]) == (MEANT, MEANT)
    assert isinstance(read["-3"], ExampleError)
    [problem] = read["-3"].problems
    assert (problem.file, problem.field) == ("ASQA.json", "dev.-3.qa_pairs")
    assert [key for key, _ in file.examples(start=2)] == ["5"]


@pytest.mark.parametrize(
    ("there", "split", "found"),
    [
        (["train", "dev"], "dev", "dev"),
        (["train", "dev"], "Dev", "dev"),
        (["Dev", "dev"], "dev", "dev"),
        (["Dev", "dev"], "Dev", "Dev"),
        (["café"], unicodedata.normalize("NFD", "Café"), "café"),
    ],
)
def test_read_file_takes_the_spelling_that_is_asked_for_or_else_the_only_one(
    tmp_path: Path, there: list[str], split: str, found: str
) -> None:
    parts = {name: {name: changed(qa_pairs=[])} for name in there}
    file = read_file(written(tmp_path, json.dumps(parts)), split=split)
    assert (file.split, list(file.values)) == (found, [found])
    assert file.place("1") == f"{found}.1"


def test_read_file_takes_neither_of_two_other_spellings(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps({"dev": {}, "DEV": {}}))
    with pytest.raises(FormatError) as caught:
        read_file(path, split="Dev")
    [problem] = caught.value.problems
    assert (problem.problem, problem.fix) == (
        "there is no split named Dev",
        "The file has DEV, dev",
    )


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('{"dev": {\n"1": {', 2, "the JSON ends too early, within an object"),
        ('{"dev": {\n"1": x}}', 2, "'x' is not a value of JSON (at character 6 of the line)"),
        ("", 1, "the file is empty"),
        ("[]", None, "a list is not an object"),
        ('{"train": {}}', None, "there is no split named dev"),
        ('{"dev": []}', None, "a list is not an object"),
        ("[" * 100_000, 1, "the JSON is nested more than 200 levels deep"),
    ],
)
def test_read_file_names_what_is_wrong_with_the_file(
    tmp_path: Path, text: str, line: int | None, problem: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read_file(written(tmp_path, text), split="dev")
    [found] = caught.value.problems
    assert (found.file, found.line, found.problem) == ("ASQA.json", line, problem)


def test_read_file_names_the_line_that_is_no_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "ASQA.json"
    path.write_bytes(b'{"dev":\n\xff}')
    with pytest.raises(FormatError) as caught:
        read_file(path, split="dev")
    assert [(found.line, found.problem) for found in caught.value.problems] == [
        (2, "byte 1 of the line (0xff) is not UTF-8")
    ]
