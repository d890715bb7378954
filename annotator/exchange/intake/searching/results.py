"""Results of a search that somebody has made already."""

from pathlib import Path
from typing import Any

from annotator.exchange.intake.filtering.words import sameness_key
from annotator.exchange.intake.searching.provider import TOP
from annotator.material.formats.fields import check_types
from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.problems import FormatError, Problem


class ResultFile:
    """JSON lines with ``query`` and ``results``, addresses with the best first.

    A query is found whatever its case, punctuation and order of words. Raises ``FormatError`` for
    a file that holds something else, or two lists of results for one query.
    """

    def __init__(self, path: Path) -> None:
        self._results: dict[str, list[Any]] = {}
        self._lines: dict[str, int] = {}
        with LineReader(path) as reader:
            for entry in reader:
                if isinstance(entry, Problem):
                    raise FormatError([entry])
                try:
                    self._add(_checked(entry), entry.number)
                except FormatError as error:
                    problem = error.problems[0].at(file=reader.name, line=entry.number)
                    raise FormatError([problem]) from error

    def search(self, question: str) -> list[str]:
        """What the file has for this question."""
        return [str(each) for each in self._results.get(sameness_key(question), ())][:TOP]

    def _add(self, value: dict[str, Any], line: int) -> None:
        key, results = sameness_key(value["query"]), value["results"]
        first = self._lines.setdefault(key, line)
        if self._results.setdefault(key, results) != results:
            problem = f"line {first} has other results for the same query"
            raise FormatError([Problem(problem, "Leave one of the two lines out", field="query")])


def _checked(line: Line) -> dict[str, Any]:
    value = parse_object(line)
    if problems := list(check_types(value, {"query": str, "results": list}, "")):
        raise FormatError(problems)
    return value
