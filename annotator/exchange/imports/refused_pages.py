"""Unusable pages, reported as problems of a file."""

from annotator.material.corpus.markup.page_error import PageError
from annotator.material.formats.problems import ExampleError, Problem


def page_refused(error: PageError, *, field: str) -> ExampleError:
    """The problem of a page, under the field that it came from."""
    problem = error.problem.rstrip(".")
    return ExampleError(
        [Problem(problem[:1].lower() + problem[1:], error.fix.rstrip("."), field=field)]
    )
