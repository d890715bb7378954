"""Passages that a retriever found for ASQA's questions: ``{key: [{"text": …, "title": …}, …]}``."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from annotator.material.formats.asqa.model_inputs import Passage
from annotator.material.formats.fields import check_types, describe
from annotator.material.formats.json_files import read_json
from annotator.material.formats.problems import FormatError, Problem

MAX_PROBLEMS = 100


def read_retrieved(path: Path, *, keys: Iterable[str], count: int) -> dict[str, list[Passage]]:
    """The first ``count`` passages of each question of ``keys``, in the file's order.

    Raises ``FormatError``, naming each key, for a question with fewer passages and for a passage
    that has no text or title. Other questions of the file don't matter.
    """
    values = read_json(path)
    if type(values) is not dict:
        problem = f"{describe(values)} is not an object"
        fix = "Write an object of keys and lists of passages"
        raise FormatError([Problem(problem, fix, file=path.name)])
    wanted = list(keys)
    problems = (problem for key in wanted for problem in _check(key, values.get(key), count))
    found = [each.at(file=path.name, line=None) for each in islice(problems, MAX_PROBLEMS)]
    if found:
        raise FormatError(found)
    return {
        key: [Passage(each["text"], each["title"]) for each in values[key][:count]]
        for key in wanted
    }


def _check(key: str, value: Any, count: int) -> Iterator[Problem]:
    if type(value) is not list or len(value) < count:
        has = f"{len(value):,}" if type(value) is list else "no list of"
        noun = "passage" if has == "1" else "passages"
        fix = f"Give {count:,} or ask for fewer with --passages"
        yield Problem(f"the question has {has} {noun}", fix, field=key)
        return
    for index, each in enumerate(value[:count]):
        yield from check_types(each, {"text": str, "title": str}, f"{key}[{index}]")
