import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """Runs a command line; gives exit status, lines of standard output and of standard error."""

    def run(*argv: object) -> tuple[int, list[str], list[str]]:
        name = str(argv[0])
        app = get_commands()[name]
        assert isinstance(app, str)
        command = load_command_class(app, name)
        # The command took the streams of the process when it was made; now they are captured.
        out, err = io.StringIO(), io.StringIO()
        command.stdout._out, command.stderr._out = out, err
        status = 0
        try:
            # As run_from_argv does, which would also close the test's connection.
            options = command.create_parser("manage.py", name).parse_args(list(map(str, argv[1:])))
            command.execute(**vars(options))
        except SystemExit as end:
            status = int(end.code or 0)
        return status, out.getvalue().splitlines(), err.getvalue().splitlines()

    yield run
    capsys.readouterr()
