"""The error of a page that can't be imported, and the limit of its size."""

MAX_PAGE_BYTES = 20_000_000


class PageError(Exception):
    """A page that can't be imported.

    ``code`` is for programs, ``problem`` and ``fix`` are sentences for the person who sent it.
    """

    def __init__(self, *, code: str, problem: str, fix: str) -> None:
        super().__init__(f"{problem} {fix}")
        self.code = code
        self.problem = problem
        self.fix = fix
