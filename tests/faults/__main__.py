"""``make faults``: a long run, with progress and a table at the end."""

import argparse
import secrets
import signal
import sys
from pathlib import Path

from tests.faults.report import summary
from tests.faults.run import Plan, Run
from tests.faults.servers import Platform, missing_programs


def main() -> int:
    """Run; 0 when every promise was kept, 1 when one was broken, 2 when something is missing."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--submissions", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=30)
    parser.add_argument("--tabs", type=int, default=1, choices=(1, 2))
    parser.add_argument("--annotators", type=int, default=64)
    parser.add_argument("--seed", default="", help="the same seed makes the same choices")
    parser.add_argument("--minutes", type=float, default=90, help="when to give up")
    parser.add_argument("--logs", type=Path, help="a folder to keep the programs' logs in")
    options = parser.parse_args()
    # Ended from outside, the platform's programs must end as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if missing := missing_programs():
        print(missing, file=sys.stderr)
        return 2
    plan = Plan(
        submissions=options.submissions,
        kills=options.kills,
        jobs=options.jobs,
        tabs=options.tabs,
        annotators=options.annotators,
        seed=options.seed or secrets.token_hex(3),
        seconds=options.minutes * 60,
    )
    print(f"seed {plan.seed}: starting", flush=True)
    with Platform.started(keep_logs_in=options.logs) as platform:
        outcome = Run(platform, plan, lambda line: print(line, flush=True)).finish()
    print(summary(outcome))
    return 0 if outcome.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
