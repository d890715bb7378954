"""How a run of the checks ends."""

import pytest

from scripts import test as whole_run


def test_a_run_that_is_ended_from_outside_says_so_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def end() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_run, "main", end)
    assert whole_run.command() == 130
    assert "Ended from outside" in capsys.readouterr().out
    monkeypatch.setattr(whole_run, "main", lambda: 1)
    assert whole_run.command() == 1
