"""ASQA's file: splits of examples by key, all in one JSON object."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.foundation.names.naming import name_key
from annotator.material.formats.asqa.example import AsqaExample
from annotator.material.formats.asqa.reader import read_example
from annotator.material.formats.fields import check_key, describe
from annotator.material.formats.json_files import read_json
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.problems import ExampleError, FormatError, Problem


@dataclass(frozen=True, slots=True)
class AsqaFile:
    """One split of a file, parsed but not yet checked. ``name`` is how problems call the file,
    ``split`` how the file spells the split.
    """

    name: str
    split: str
    values: dict[str, Any]

    def examples(
        self, *, start: int = 0, read: Callable[[Any], AsqaExample] = read_example
    ) -> Iterator[tuple[str, AsqaExample | ExampleError]]:
        """Key and example in the file's order from number ``start`` on, as ``read`` has it.

        A wrong example is replaced by its error, with fields below the key.
        """
        for key in list(self.values)[start:]:
            try:
                yield key, self._read(key, read)
            except ExampleError as error:
                yield key, ExampleError(self._placed(key, problem) for problem in error.problems)

    def _read(self, key: str, read: Callable[[Any], AsqaExample]) -> AsqaExample:
        if wrong := check_key(key, ""):
            raise ExampleError([wrong])
        return read(self.values[key])

    def place(self, key: str, field: str = "") -> str:
        """The path of a field of the example ``key`` from the file's top."""
        return ".".join(part for part in (self.split, key, field) if part)

    def _placed(self, key: str, problem: Problem) -> Problem:
        field = self.place(key, problem.field)
        return Problem(problem.problem, problem.fix, field=field, file=self.name)


def read_file(path: Path, *, split: str, name: str = "") -> AsqaFile:
    """The examples of ``split`` in the file at ``path``.

    Another spelling of it counts where the file has only one: a project may write *Dev*, and
    ASQA's own files have *dev*.

    Raises ``FormatError`` when the file is not a JSON object of splits, or has no such split; a
    file of another format is recognised.
    """
    name = name or path.name
    value = read_json(path, name=name)
    split = _spelling_in(value, split)
    is_there = type(value) is dict and type(value.get(split)) is dict
    if not is_there and (other := other_shape(value, wanted="asqa")):
        raise _error(other.problem, other.fix, name)
    if type(value) is not dict:
        raise _error(f"{describe(value)} is not an object", "Write an object of splits", name)
    if split not in value:
        there = ", ".join(describe(key).strip("'") for key in sorted(value)[:5]) or "nothing"
        raise _error(f"there is no split named {split}", f"The file has {there}", name)
    if type(value[split]) is not dict:
        problem = f"{describe(value[split])} is not an object"
        raise _error(problem, "Write an object of examples by key", name, field=split)
    return AsqaFile(name=name, split=split, values=value[split])


def _spelling_in(value: Any, split: str) -> str:
    if type(value) is not dict or split in value:
        return split
    alike = [key for key in value if name_key(key) == name_key(split)]
    return alike[0] if len(alike) == 1 else split


def _error(problem: str, fix: str, file: str, *, field: str = "") -> FormatError:
    return FormatError([Problem(problem, fix, file=file, field=field)])
