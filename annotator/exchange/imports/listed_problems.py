"""Problems of a file as the database lists them."""

from annotator.material.formats.problems import Problem
from annotator.workspace.jobs.models import JobProblem


def listed_problem(problem: Problem) -> JobProblem:
    """An unsaved row: whole sentences, within the columns' widths, nothing that can't be stored."""
    return JobProblem(
        problem=storable(f"{problem.problem}."),
        fix=storable(f"{problem.fix}."),
        file=storable(problem.file)[-255:],
        line=problem.line,
        field=storable(problem.field)[:200],
    )


def storable(text: str) -> str:
    """A key of a file may be anything, but halves of surrogate pairs and NUL are not text."""
    return text.encode(errors="replace").decode().replace("\0", "?")
