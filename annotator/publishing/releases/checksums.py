"""``CHECKSUMS``: the sha256 of each file of a release, as ``sha256sum`` writes it."""

import hashlib
from pathlib import Path

NAME = "CHECKSUMS"
_AT_ONCE = 2**20


def write_checksums(folder: Path) -> None:
    """Write the file."""
    (folder / NAME).write_text(_expected(folder), "utf-8", newline="\n")


def files_of(folder: Path) -> list[str]:
    """The paths of all files below ``folder`` except ``CHECKSUMS``, in the order of its lines."""
    found = (each for each in folder.rglob("*") if each.is_file() or each.is_symlink())
    return sorted(name for each in found if (name := each.relative_to(folder).as_posix()) != NAME)


def flaws_of_checksums(folder: Path) -> list[str]:
    """Differences from ``CHECKSUMS``, a sentence each with the file before it."""
    path = folder / NAME
    if not path.is_file():
        return [f"{NAME}: The file is missing. Is {folder} a release?"]
    told = path.read_bytes()
    try:
        listed = dict(_parsed(line) for line in told.decode().splitlines())
    except ValueError:
        return [f"{NAME}: A line is not a sha256, two spaces and a path."]
    there = files_of(folder)
    flaws = [f"{name}: The file is missing." for name in sorted(listed.keys() - there)]
    flaws += [f"{name}: {NAME} has no such file." for name in sorted(there - listed.keys())]
    changed = [
        each for each in there if each in listed and sha256_of(folder / each) != listed[each]
    ]
    flaws += [f"{name}: The file has changed: its sha256 differs." for name in changed]
    if not flaws and told != _expected(folder).encode():
        flaws.append(f"{NAME}: The file has changed: its lines are not as they were written.")
    return flaws


def _parsed(line: str) -> tuple[str, str]:
    digest, between, name = line[:64], line[64:66], line[66:]
    if between != "  " or not name or set(digest) - set("0123456789abcdef"):
        raise ValueError(line)
    return name, digest


def _expected(folder: Path) -> str:
    return "".join(f"{sha256_of(folder / name)}  {name}\n" for name in files_of(folder))


def sha256_of(path: Path) -> str:
    """The sha256 of a file, hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(_AT_ONCE):
            digest.update(part)
    return digest.hexdigest()
