"""A run's figures as a table for people."""

from tests.faults.run import Outcome


def summary(outcome: Outcome) -> str:
    """What was done, what was killed, and whether each promise was kept."""
    plan, counts = outcome.plan, outcome.counts
    rate = counts["submitted"] / outcome.seconds
    rows = [
        ("seed", plan.seed),
        ("annotators", f"{plan.annotators}, {plan.tabs} tab{'s' * (plan.tabs > 1)} each"),
        ("time", f"{outcome.seconds:.0f} s, {rate:.1f} submissions/s"),
        ("submissions acknowledged", f"{counts['submitted']:,}"),
        ("… of them late", f"{counts['late']:,}"),
        ("… known already when repeated", f"{counts['repeated submissions']:,}"),
        ("drafts acknowledged", f"{counts['drafted']:,}"),
        ("stale drafts, submissions", f"{counts['stale drafts']}, {counts['stale submissions']}"),
        ("requests answered", f"{counts['requests']:,}"),
        ("… while only Redis was down", f"{counts['answered without Redis']:,}"),
        ("retries", f"{counts['retries']:,}"),
        ("broken connections", f"{counts['broken connections']:,}"),
    ]
    rows += [(name, f"{count:,}") for name, count in sorted(counts.items()) if is_detail(name)]
    rows += [(f"killed: {kind}", str(times)) for kind, times in sorted(outcome.killed.items())]
    rows += [("kills", str(outcome.killed.total()))]
    rows += [(f"down: {part}", f"{s:.1f} s") for part, s in sorted(outcome.downtime.items())]
    rows += [(f"jobs: {kind}", str(times)) for kind, times in sorted(outcome.jobs.items())]
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:{width}}  {value}" for name, value in rows]
    for promise, problems in outcome.problems.items():
        lines.append(f"{'BROKEN' if problems else 'kept  '}  {promise}")
        lines += [f"        {problem}" for problem in problems]
    return "\n".join(lines)


def is_detail(name: str) -> bool:
    """Whether a count has no row of its own."""
    return name.startswith(("answers ", "jobs ", "kills ")) or " refused: " in name or name in MOVES


MOVES = {"release", "skip", "park", "resume"}
