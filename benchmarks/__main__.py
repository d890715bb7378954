"""`make benchmark`: run every benchmark, or those that are named, one after the other.

A benchmark is a module in this folder that prints its table when it is run by itself. Each runs
in a process of its own, so that none finds the memory or the caches of another. One that is named
alone gets the options behind its name: `python -m benchmarks evaluation --official DIR`.
"""

import argparse
import pkgutil
import subprocess
import sys

import benchmarks
from scripts.bootstrap import ROOT


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks; the number of those that failed is the exit code."""
    available = benchmark_names()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(available))
    named, options = parser.parse_known_args(arguments)
    names = named.names or available
    unknown = sorted(set(names) - set(available))
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(available)}")
    if options and len(names) != 1:
        parser.error(f"name one benchmark for {' '.join(options)}")
    failed = 0
    for name in names:
        print(f"\n━━ {name} {'━' * max(0, 76 - len(name))}", flush=True)
        module = [sys.executable, "-m", f"benchmarks.{name}", *options]
        failed += subprocess.run(module, cwd=ROOT, check=False).returncode != 0
    return failed


def benchmark_names() -> list[str]:
    """The modules of this folder that can be run; names with an underscore in front can't."""
    return sorted(
        module.name
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if not module.name.startswith("_")
    )


if __name__ == "__main__":
    raise SystemExit(main())
