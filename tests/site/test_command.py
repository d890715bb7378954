"""How commands end that somebody stops in the terminal."""

import io
from typing import Any

import pytest

from annotator.site.command import PlumblineCommand


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (EOFError, "Nobody answered the question, so nothing was done.\n"),
        (KeyboardInterrupt, "Stopped by Ctrl-C.\n"),
    ],
)
def test_a_command_that_is_stopped_says_so_in_a_sentence(
    end: type[BaseException], sentence: str
) -> None:
    class Stopped(PlumblineCommand):
        def handle(self, *args: Any, **options: Any) -> None:
            raise end

    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        Stopped(stderr=said, no_color=True).run_from_argv(["manage.py", "stopped", "--skip-checks"])
    assert (ended.value.code, said.getvalue()) == (1, sentence)
