"""The table at the end of the checks."""

from pathlib import Path

from scripts.steps import Result, Step
from scripts.summary import Timing, slowest_tests, summary

FINE = Step(name="fine", group="lint")
BROKEN = Step(name="broken", group="lint")
IMPOSSIBLE = Step(name="impossible", group="e2e")
REPORT = "<testsuites><testsuite>{}</testsuite></testsuites>"
CASE = '<testcase classname="tests.{0}" name="test_{0}" time="{1}"/>'


def test_summary_has_a_row_for_each_step_and_a_total() -> None:
    results = [
        Result(step=FINE, outcome="passed", seconds=61.04, processor_seconds=100.0),
        Result(step=BROKEN, outcome="FAILED", seconds=2.5, processor_seconds=2.25),
        Result(step=IMPOSSIBLE, outcome="skipped"),
    ]
    assert summary(results, seconds=99.9, installation_seconds=36.0).splitlines() == [
        "                         wall   processor",
        "         Installation    36.0 s",
        "passed   fine          61.0 s     100.0 s",
        "FAILED   broken         2.5 s       2.2 s",
        "skipped  impossible     0.0 s       0.0 s",
        "1 passed, 1 FAILED, 1 skipped in 1 min 39 s",
    ]


def test_summary_tells_the_speed_of_the_machine_the_slowest_tests_and_what_went_wrong() -> None:
    lines = summary(
        [Result(step=FINE, outcome="passed")],
        seconds=1,
        loops=[0.384, 1.2],
        slowest=[Timing(name="SQLite: tests.a::test_a", seconds=7.25)],
        notes=["the shared Chromium had died and was started anew"],
    ).splitlines()
    assert lines[2:-1] == [
        "",
        "The slowest tests:",
        "      7.2 s  SQLite: tests.a::test_a",
        "",
        "To be looked into:",
        "  the shared Chromium had died and was started anew",
        "",
        "The loop of 5,000,000 steps at the start and the end: 0.38 s, 1.20 s",
    ]


def test_the_slowest_tests_of_all_reports_come_first(tmp_path: Path) -> None:
    (tmp_path / "SQLite.xml").write_text(REPORT.format(CASE.format("a", 2) + CASE.format("b", 9)))
    (tmp_path / "Vitest.xml").write_text(REPORT.format(CASE.format("c", 5)))
    (tmp_path / "killed.xml").write_text("<testsuites><testsu")
    assert slowest_tests(tmp_path, most=2) == [
        Timing(name="SQLite: tests.b::test_b", seconds=9.0),
        Timing(name="Vitest: tests.c::test_c", seconds=5.0),
    ]
