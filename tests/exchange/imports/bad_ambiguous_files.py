"""Files of AmbigNQ and ASQA that are wrong: what is in them, and the problem that is listed.

Each is content (bytes as they are, anything else as JSON), the field that the problem names, and
words of it.
"""

import json
from typing import Any

from tests.exchange.imports.ambiguous_files import ambigqa_question, asqa_example

BAD_AMBIGQA: dict[str, tuple[Any, str, str]] = {
    "truncated": (
        json.dumps([ambigqa_question()])[:90].encode(), "type", "the JSON ends too early, within",
    ),
    "cut off between values": (b'[{"id": "5"},', "id", "the JSON ends too early"),
    "latin-1": (
        '[{"id": "5", "question": "über"}]'.encode("latin-1"), "question", "(0xfc) is not UTF-8",
    ),
    "UTF-16": (json.dumps([ambigqa_question()]).encode("utf-16"), "", "this is a UTF-16 file"),
    "ASQA's": ({"dev": {"5": asqa_example()}}, "", "this is an object of splits as ASQA has it"),
    "lines": (b'{"id": "5"}\n{"id": "6"}\n', "id", "there is more text after the JSON"),
    "no list": (3, "", "3 is not a list"),
    "nothing": ([], "", "there are no examples"),
    "key twice": (
        b'[{"id": "5",\n"id": "6"}]', "[0].id", "the key 'id' appears twice in one object of id 5",
    ),
    "no object": ([3], "[0]", "3 is not an object"),
    "number as id": ([ambigqa_question() | {"id": 5}], "[0].id", "5 is not a string"),
    "long id": ([ambigqa_question("5" * 101)], "[0].id", "the key has 101 characters"),
    "no question": ([ambigqa_question(question=None)], "5.question", "null is not a string"),
    "lone surrogate": ([ambigqa_question(question="\ud800")], "question", "is half of a character"),
    "empty short answers": (
        [ambigqa_question(annotations=[
            {"type": "multipleQAs", "qaPairs": [{"question": "q", "answer": []}] * 2}
        ])],
        "5.annotations[0].qaPairs[0].answer",
        "there is no short answer",
    ),
    "titles": ([ambigqa_question(titles=[" "])], "5.viewed_doc_titles[0]", "the text is empty"),
    "2 MB": ([ambigqa_question(question="a" * 2**21)], "5.question", "has 2,097,152 characters"),
}  # fmt: skip

BAD_ASQA: dict[str, tuple[Any, str, str]] = {
    "truncated": (
        json.dumps({"dev": {"5": asqa_example()}})[:200].encode(),
        "question",
        "the JSON ends too early",
    ),
    "AmbigNQ's": ([ambigqa_question()], "", "this is a list of questions as AmbigNQ has it"),
    "no such split": ({"train": {}, "test": {}}, "", "there is no split named dev"),
    "split is a list": ({"dev": [asqa_example()]}, "dev", "a list is not an object"),
    "nothing": ({"dev": {}}, "", "there are no examples"),
    "1 disambiguation": (
        {"dev": {"5": asqa_example(1)}}, "dev.5.qa_pairs", "there is 1 disambiguation",
    ),
    "7 disambiguations": (
        {"dev": {"5": asqa_example(7)}}, "dev.5.qa_pairs", "there are 7 disambiguations",
    ),
    "wrong type": (
        {"dev": {"5": asqa_example(annotations=0, wikipages="Bell")}},
        "dev.5.wikipages",
        "'Bell' is not a list",
    ),
    "empty short answer": (
        {"dev": {"5": asqa_example(qa_pairs=[{"question": "q", "short_answers": [""]}] * 2)}},
        "dev.5.qa_pairs[0].short_answers[0]",
        "the text is empty",
    ),
    "key twice": (
        b'{"dev": {"5": %s,\n"5": {}}}' % json.dumps(asqa_example()).encode(),
        "dev.5",
        "the key '5' appears twice in one object",
    ),
    "long key": ({"dev": {"k" * 101: asqa_example()}}, "dev." + "k" * 101, "the key has 101"),
    "NUL in the key": ({"dev": {"k\0": asqa_example()}}, "dev.k?", "contains a NUL character"),
    "2 MB answer": (
        {"dev": {"5": asqa_example() | {
            "annotations": [{"knowledge": [], "long_answer": "a" * 2**21}]
        }}},
        "dev.5.annotations[0].long_answer",
        "the text has 2,097,152 characters",
    ),
}  # fmt: skip

BAD_FILES = [
    *(("import_ambigqa", name, bad) for name, bad in BAD_AMBIGQA.items()),
    *(("import_asqa", name, bad) for name, bad in BAD_ASQA.items()),
]
"""The kind of import, a name, and what is wrong."""

ONE_OF_EACH_KIND = [BAD_FILES[0], BAD_FILES[-1]]
"""For what does with every problem the same."""
