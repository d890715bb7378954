"""The short fault test: everything is killed once while 64 annotators work."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.faults import KINDS
from tests.faults.report import summary
from tests.faults.run import Plan, Run
from tests.faults.servers import Platform, missing_programs

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform for both tests, whose logs stay with pytest's other files."""
    if missing := missing_programs():
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    logs: Path = tmp_path_factory.mktemp("logs")
    with Platform.started(keep_logs_in=logs) as started:
        yield started


@pytest.mark.parametrize("tabs", [1, 2])
def test_nothing_acknowledged_is_lost_or_doubled_while_everything_is_killed_once(
    platform: Platform, tabs: int
) -> None:
    plan = Plan(submissions=300, kills=len(KINDS), jobs=5, seed="short", tabs=tabs, seconds=600)
    outcome = Run(platform, plan, print).finish()
    print(summary(outcome))
    assert outcome.problems == {promise: [] for promise in outcome.problems}
    assert outcome.killed.total() == len(KINDS)
    assert outcome.counts["submitted"] >= plan.submissions
