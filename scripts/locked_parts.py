"""What to install out of `requirements-all.lock`: the platform, and the parts wanted beside it.

One file locks every package of `pyproject.toml` and what follows from these. A part is the
platform itself, an extra or a dependency group.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
ALL = PROJECT.with_name("requirements-all.lock")
PLATFORM = "platform"

_PIN = re.compile(r"^(?=[a-z0-9])", re.MULTILINE)
_COMMENT = re.compile(r"^ +#.*\n", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")


def flat_list(*parts: str) -> str:
    """The lines of the lock file that `parts` need, with hashes, as pip and uv read them.

    The file's comments name the packages that asked for each pin: the way from what a part lists to
    everything that follows. A pin that a package asks for only on behalf of another part comes too.
    """
    lists = lists_of_project()
    wanted = {_name(line) for part in parts for line in lists[part]}
    pins = _PIN.split(ALL.read_text(encoding="utf-8"))[1:]
    askers = {pin: set(_askers(pin)) for pin in pins}
    taken: set[str] = set()
    while more := {pin for pin in pins if _name(pin) in wanted or askers[pin] & wanted} - taken:
        taken |= more
        wanted |= {_name(pin) for pin in more}
    return _COMMENT.sub("", "".join(pin for pin in pins if pin in taken))


def lists_of_project() -> dict[str, list[str]]:
    """What pyproject.toml asks for, by part."""
    import tomllib  # an older Python shall hear that it is too old

    content = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    return {
        PLATFORM: content["project"]["dependencies"],
        **content["project"]["optional-dependencies"],
        **content["dependency-groups"],
    }


def _askers(pin: str) -> Iterable[str]:
    """The packages that ask for a pin: one beside ``# via``, or one a line below it."""
    comments = re.findall(r"^ +#(?: +via)? +(\S+)", pin, re.MULTILINE)
    return (each for each in comments if each != "via")


def _name(text: str) -> str:
    """The name that a requirement or a pin begins with, as lock files spell it."""
    found = _NAME.match(text)
    if found is None:
        raise ValueError(f"{text!r} begins with no package's name")
    return re.sub(r"[-_.]+", "-", found[0]).lower()


if __name__ == "__main__":
    sys.stdout.write(flat_list(*sys.argv[1:]))
