"""How commands end that somebody stops in the terminal."""

import io
from typing import Any

import pytest

from annotator.exceptions import InvalidInputError
from annotator.foundation.commands.plumbline_command import PlumblineCommand


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


@pytest.mark.parametrize(
    ("detail", "fields", "lines"),
    [
        ("Write dev.", {"splits": "Write dev."}, "splits: Write dev.\n"),
        ("Write dev.", {"splits": "Or write test."}, "splits: Write dev. Or write test.\n"),
        ("Write dev.", {"splits": ""}, "splits: Write dev.\n"),
        ("Write dev.", {}, "Write dev.\n"),
        ("a: One. Write dev.", {}, "a: One. Write dev.\n"),
        ("See a: One.", {"a": ""}, "a: See a: One.\n"),
        ("a: One. b: Two.", {"a": "One.", "b": "Two."}, "a: One.\nb: Two.\n"),
    ],
)
def test_a_refusal_says_each_of_its_sentences_once(
    detail: str, fields: dict[str, str], lines: str
) -> None:
    class Refused(PlumblineCommand):
        def handle(self, *args: Any, **options: Any) -> None:
            raise InvalidInputError("misspelt", detail, fields=fields)

    said = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        Refused(stderr=said, no_color=True).run_from_argv(["manage.py", "refused", "--skip-checks"])
    assert (ended.value.code, said.getvalue()) == (1, lines)
