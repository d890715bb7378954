"""Set up what a fresh clone lacks: virtual environment, Node, front-end build, Chromium.

Runs on the system's Python and the standard library alone. Every step leaves a stamp with the
hash of its inputs, so that the second start has nothing to do.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.locked_parts import PLATFORM, flat_list

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
DOCUMENTS = ROOT / "docs"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE_20, OLDEST_NODE_22 = (20, 19), (22, 12)  # what Vite asks for
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results"}


class SetupError(Exception):
    """Setting up failed; the message says what to do about it."""


def main(arguments: list[str] | None = None) -> int:
    """Set up what the arguments name; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="also what the tests need")
    parser.add_argument("--long", action="store_true", help="also what the long tests need")
    parser.add_argument("--nlp", action="store_true", help="also spaCy, which filters queries")
    parser.add_argument("--node", action="store_true", help="install Node if there is none")
    parser.add_argument("--frontend", action="store_true", help="install the front end's packages")
    parser.add_argument("--build", action="store_true", help="build the front end")
    parser.add_argument("--chromium", action="store_true", help="install Chromium if there is none")
    parser.add_argument("--minilm", action="store_true", help="also the sentence encoder minilm")
    parser.add_argument("--training", action="store_true", help="also JAX, which trains systems")
    parser.add_argument("--reader", action="store_true", help="also what runs a reader")
    parser.add_argument("--release", action="store_true", help="also what writes Parquet")
    options = parser.parse_args(arguments)
    try:
        # Either waits for the network and the disk, and neither needs the other.
        with ThreadPoolExecutor(1) as beside:
            packages = None
            if (options.frontend or options.build) and node_version():
                packages = beside.submit(ensure_frontend_packages)
            ensure_python(wanted=wanted_parts(options))
            if packages:
                packages.result()
        for is_wanted, ensure in (
            (options.build or options.dev, ensure_nginx),
            (options.node, ensure_node),
            (options.frontend or options.build, ensure_frontend_packages),
            (options.build, ensure_frontend_build),
        ):
            if is_wanted:
                ensure()
        if options.chromium:
            run([str(venv_program("python")), "-m", "scripts.chromium"], cwd=ROOT)
    except SetupError as error:
        print(f"Setting up stopped: {error}", file=sys.stderr)
        return 1
    return 0


# Python ---------------------------------------------------------------------------------------


def wanted_parts(options: argparse.Namespace) -> list[str]:
    """The parts of the lock file to install beside the platform."""
    is_long = options.long
    beside = {
        "dev": options.dev or is_long,
        "long": is_long,
        "reader": options.reader or is_long,
        "nlp": options.nlp or is_long,
        "training": options.training or is_long,
        "release": options.release or is_long,
        "minilm": options.minilm,
    }
    return [PLATFORM, *(part for part, is_wanted in beside.items() if is_wanted)]


def ensure_python(*, wanted: list[str]) -> None:
    """Create the virtual environment and install the parts into it."""
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(map(str, sys.version_info[:3]))
        raise SetupError(
            f"Python {found} is too old, 3.11 or newer is needed: PYTHON=python3.11 make …"
        )
    if not works([str(venv_program("python")), "-m", "pip", "--version"]):
        create_venv()
    install_parts(*wanted)


def create_venv() -> None:
    """Make `.venv`, with Debian's venv package installed first where that is possible."""
    say("Creating the virtual environment .venv")
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not install_debian_packages(package):
            raise SetupError(f"this Python has no venv module: sudo apt-get install {package}")
    run([sys.executable, "-m", "venv", "--clear", str(VENV)])


def install_parts(*parts: str) -> None:
    """Install those of the parts of the lock file that are not there as it has them."""
    lists = {part: flat_list(part) for part in parts}
    missing = [part for part in parts if not is_stamped(stamp_of(part), lists[part])]
    if not missing:
        return
    ensure_uv()
    say(f"Installing the packages of: {', '.join(missing)}")
    install_locked(write_lock(*missing))
    for part in missing:
        stamp_of(part).write_text(lists[part], encoding="utf-8")


def write_lock(*parts: str) -> Path:
    """A file with everything that the parts need, and its hashes."""
    path = VENV / f"{'-'.join(parts)}.lock"
    path.write_text(flat_list(*parts), encoding="utf-8")
    return path


def stamp_of(part: str) -> Path:
    """The file that remembers what was installed for a part."""
    return VENV / f".stamp-{part}"


def ensure_uv() -> None:
    """Install uv into the virtual environment. Not every machine can have it, nor needs it."""
    key = flat_list("uv")
    if is_stamped(stamp_of("uv"), key):
        return
    try:
        pip_install(write_lock("uv"))
    except SetupError as error:
        say(f"No uv for this machine, pip does its work: {error}")
        return
    stamp_of("uv").write_text(key, encoding="utf-8")


def install_locked(lock: Path) -> None:
    """Install exactly the files that `lock` names.

    uv does it in a fraction of pip's time, but knows nothing of pip's settings, such as a mirror.
    """
    uv = venv_program("uv")
    if uv.exists():
        python = str(venv_program("python"))
        try:
            run([str(uv), "pip", "install", "-q", "--python", python, *exactly(lock)])
        except SetupError as error:
            say(f"Trying again with pip: {error}")
        else:
            return
    pip_install(lock)


def pip_install(lock: Path) -> None:
    """Install exactly the files that `lock` names, with pip."""
    pip = [str(venv_program("python")), "-m", "pip", "--disable-pip-version-check"]
    # Python compiles what it reads, a small part of all that is installed.
    run([*pip, "install", "-qq", "--no-compile", *exactly(lock)])


def exactly(lock: Path) -> list[str]:
    """The arguments of uv and pip that install what the lock file has and nothing else."""
    # It names all that is wanted. What a package asks for beside that stays out.
    return ["--no-deps", "--require-hashes", "-r", str(lock)]


# nginx ----------------------------------------------------------------------------------------


def ensure_nginx() -> None:
    """Install an nginx into the virtual environment where the system has none.

    Not every system can: `annotator.running.serving.serve` then says what follows from that.
    """
    path = os.environ.get("PATH", os.defpath)
    if shutil.which("nginx", path=os.pathsep.join([path, "/usr/sbin", "/usr/local/sbin"])):
        return
    try:
        install_parts("nginx")
    except SetupError as error:
        say(f"No nginx for this system: {error}")


# Node -----------------------------------------------------------------------------------------


def ensure_node() -> str:
    """Find a Node that Vite runs on, or install one into the virtual environment.

    Returns its version, such as ``v22.20.0``.
    """
    version = node_version()
    if version is None:
        say("No Node 20.19+ found: installing one into .venv")
        install_parts("node")
        version = node_version()
    if version is None:
        raise SetupError("Node is missing and could not be installed: install Node 20.19 or newer")
    return version


def node_version() -> str | None:
    """The version of the `node` on the tools' path, None where it is missing or unsuitable."""
    environment = tool_environment()
    path = environment["PATH"]
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None:
        return None
    answer = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False, env=environment
    )
    version = answer.stdout.strip()
    return version if answer.returncode == 0 and is_suitable_node(version) else None


def is_suitable_node(version: str) -> bool:
    """Whether `version`, such as ``v20.19.0``, is one that Vite supports."""
    try:
        major, minor = (int(part) for part in version.lstrip("v").split(".")[:2])
    except ValueError:
        return False
    found = (major, minor)
    return OLDEST_NODE_20 <= found < (OLDEST_NODE_20[0] + 1, 0) or found >= OLDEST_NODE_22


def tool_environment() -> dict[str, str]:
    """The environment, with the virtual environment first on the path once it has its own Node."""
    environment = dict(os.environ)
    if venv_program("node").exists():
        path = environment.get("PATH", os.defpath)
        environment["PATH"] = f"{VENV / 'bin'}{os.pathsep}{path}"
    return environment


# Front end ------------------------------------------------------------------------------------


def ensure_frontend_packages() -> None:
    """Run `npm ci` unless the installed packages are those of the lock file."""
    version = ensure_node()
    stamp = FRONTEND / "node_modules" / ".stamp-packages"
    major = version.partition(".")[0]
    files = [FRONTEND / "package.json", FRONTEND / "package-lock.json"]
    key = content_hash(files) + major
    if is_stamped(stamp, key):
        return
    say("Installing the front end's packages")
    run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=FRONTEND)
    stamp.write_text(key, encoding="utf-8")


def ensure_frontend_build() -> None:
    """Build the front end into `frontend/dist` unless its sources are those of the last build."""
    stamp = FRONTEND / "node_modules" / ".stamp-build"
    key = content_hash(frontend_sources(FRONTEND, DOCUMENTS))
    if (FRONTEND / "dist").is_dir() and is_stamped(stamp, key):
        return
    say("Building the front end")
    run(["npm", "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=FRONTEND)
    stamp.write_text(key, encoding="utf-8")


def frontend_sources(*tops: Path) -> list[Path]:
    """All files in folders that a build of the front end can depend on, in a stable order."""
    found: list[Path] = []
    for top in tops:
        for folder, folders, files in os.walk(top):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            found += (Path(folder) / name for name in sorted(files) if not name.endswith("~"))
    return found


# Small things ---------------------------------------------------------------------------------


def install_debian_packages(*packages: str) -> bool:
    """Install packages with apt-get; False where that is not possible (not root, not Debian)."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"Installing {' '.join(packages)} with apt-get")
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    ):
        if subprocess.run(command, check=False, env=quiet).returncode != 0:
            return False
    return True


def content_hash(files: list[Path]) -> str:
    """One hash of the names and bytes of all `files`."""
    digest = hashlib.sha256()
    for file in files:
        if not file.is_file():
            raise SetupError(f"{file.relative_to(ROOT)} is missing")
        data = file.read_bytes()
        digest.update(f"{file.name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def is_stamped(stamp: Path, key: str) -> bool:
    """Whether the step that leaves `stamp` was last done for the inputs `key`."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == key


def venv_program(name: str) -> Path:
    """The path of a program in the virtual environment, there or not."""
    return VENV / "bin" / name


def works(command: list[str]) -> bool:
    """Whether the command can be started and exits with 0."""
    try:
        done = subprocess.run(command, check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def run(command: list[str], *, cwd: Path = ROOT) -> None:
    """Run a command with the tools on its path; raises SetupError when it fails."""
    environment = tool_environment()
    program = shutil.which(command[0], path=environment["PATH"]) or command[0]
    done = subprocess.run([program, *command[1:]], cwd=cwd, env=environment, check=False)
    if done.returncode != 0:
        raise SetupError(f"`{' '.join(command)}` failed with exit code {done.returncode}")


def say(sentence: str) -> None:
    """Tell what takes time now."""
    print(f"· {sentence}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
