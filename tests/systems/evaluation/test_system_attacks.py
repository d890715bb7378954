"""Systems that want more than they are given: another team's predictions, the gold, the machine.

Each attack runs as a plain program, where it matters both in namespaces and without them.
"""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.systems.evaluation import system_command, system_run
from annotator.systems.evaluation.system_command import Limits, separation_here
from annotator.systems.evaluation.system_folder import SystemRunError, system_folder
from annotator.systems.evaluation.system_run import run_system
from tests.material.formats.nq_examples import small_example
from tests.systems.evaluation.test_system_run import engine_in, program

LIMITS = Limits(seconds=60, mebibytes=1024, disk=64)
NAMESPACES = "--pid" in separation_here()
ANSWER = "import os; open(os.environ['PREDICTIONS'], 'w').write('{}')\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux keeps programs apart")


@pytest.fixture(params=["apart", "together"])
def separation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the namespaces of this machine, and as on a machine that has none."""
    if request.param == "together":
        monkeypatch.setattr(system_run, "separation_here", lambda: ())
    elif not NAMESPACES:
        pytest.skip("needs user namespaces")
    return str(request.param)


def refused(source: str, limits: Limits = LIMITS) -> str:
    """Why a run ended."""
    with pytest.raises(SystemRunError) as caught:
        run_system(program(source), [b"{}\n"], limits=limits)
    return str(caught.value)


@pytest.mark.parametrize("how", ["symlink", "link"])
def test_a_link_to_another_teams_file_is_not_scored(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A second name of a file is possible on the same disk alone.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    other = tmp_path / "other.json"
    other.write_text('{"predictions": []}')
    source = f"import os; os.{how}({str(other)!r}, os.environ['PREDICTIONS'])"
    assert refused(source) == (
        "What PREDICTIONS names is a link. The system has to write a file of its own there."
    )


def test_no_file_is_quoted_through_a_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, secret, kept = (tmp_path / name for name in ("gold.jsonl", "secret", "kept.json"))
    gold.write_text(json.dumps(small_example()) + "\n")
    secret.write_text('"hunter2"')
    source = f"import os; os.symlink({str(secret)!r}, os.environ['PREDICTIONS'])"
    with pytest.raises(SystemExit):
        call_command("evaluate_nq", gold=[str(gold)], run=program(source), predictions=str(kept))
    said = capsys.readouterr().err
    assert "names is a link" in said
    assert "hunter2" not in said
    assert not kept.exists()


def test_a_link_in_place_of_the_folder_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "predictions.json").write_text("{}")
    source = f"""
import os
folder = os.path.dirname(os.environ['PREDICTIONS'])
os.rename(folder, folder + '-away')
os.symlink({str(tmp_path)!r}, folder)
"""
    assert "wrote no predictions" in refused(source)
    assert (tmp_path / "predictions.json").read_text() == "{}"


def test_a_link_that_a_container_leaves_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    command = engine_in(tmp_path, run=f"ln -s {tmp_path}/other.json $PREDICTIONS")
    with pytest.raises(SystemRunError, match="names is a link"):
        run_system(command, [], limits=LIMITS)


@pytest.mark.parametrize(
    "make",
    ["os.mkfifo(path)", "os.mkdir(path)", "socket.socket(socket.AF_UNIX).bind('predictions.json')"],
)
def test_only_a_file_is_read(make: str) -> None:
    source = f"import os, socket; path = os.environ['PREDICTIONS']; {make}"
    assert refused(source) == (
        "What PREDICTIONS names is not a file. The system has to write a file of its own there."
    )


def test_a_sparse_file_is_measured_before_it_is_read() -> None:
    # No limit on disk is near: such a file takes no room.
    source = "import os; open(os.environ['PREDICTIONS'], 'w').truncate(3 * 2**30)"
    message = refused(source, Limits(seconds=60, mebibytes=1024, disk=4096))
    assert message == "The predictions have 3,221,225,472 bytes; the limit is 134,217,728."


def test_a_file_has_a_limit() -> None:
    source = "import os; open(os.environ['PREDICTIONS'], 'w').truncate(3 * 2**30)"
    assert "OSError: [Errno 27] File too large" in refused(source)


def test_many_files_have_a_limit_together() -> None:
    source = """
import os, time
for number in range(9):
    with open(str(number), "wb") as file:
        file.write(bytes(8 * 2**20))
time.sleep(60)
"""
    assert refused(source) == "The system wrote more than 64 MiB to its folder and was stopped."


@pytest.mark.long
def test_a_thousand_folders_in_each_other_are_refused_and_deleted(tmp_path: Path) -> None:
    remarks: list[str] = []
    with system_folder(is_open=False, on_remark=remarks.append) as folder:
        deep = "import os\nfor _ in range(1100): os.mkdir('d'); os.chdir('d')"
        subprocess.run([sys.executable, "-c", deep], cwd=folder.path, check=True)
        with pytest.raises(SystemRunError, match="50 folders into each other"):
            folder.check_room(2**30)
    assert (folder.path.exists(), folder.path.parent.exists(), remarks) == (False, False, [])


def test_the_folder_can_only_be_reached_by_its_account() -> None:
    with system_folder(is_open=True, on_remark=print) as folder:
        modes = [stat.S_IMODE(each.stat().st_mode) for each in (folder.path.parent, folder.path)]
    assert modes == [0o700, 0o777]


def test_endless_remarks_are_read_and_only_their_end_is_kept() -> None:
    source = """
import sys
for _ in range(200):
    sys.stderr.write("\\u20ac" * 2**16)
sys.exit("\\x1b]0;title\\x07\\u202eend")
"""
    head, _, quoted = refused(source).partition("It said:\n")
    assert head == "The system ended with status 1. "
    assert quoted == ("\u20ac" * 1000 + "\ufffd]0;title\ufffd\ufffdend")[-1000:]


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket whose connections end with the processes that hold them."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "witness"))
        server.listen()
        server.settimeout(60)
        yield server


def connecting(witness: socket.socket) -> str:
    """The lines with which a program connects to the witness and stays."""
    return f"""
import os, socket, time
connection = socket.socket(socket.AF_UNIX)
connection.connect({witness.getsockname()!r})
open("ready", "w").close()
time.sleep(600)
"""


def ends(witness: socket.socket) -> bool:
    """Whether the process that connected ends; waits for it."""
    with witness.accept()[0] as held:
        held.settimeout(60)
        return held.recv(1) == b""


FILLS_THE_DISK = "for name in 'ab': open(name, 'wb').write(bytes(2**19 + 1))\ntime.sleep(600)"


@pytest.mark.usefixtures("separation")
@pytest.mark.parametrize("ending", ["", "raise SystemExit(3)", FILLS_THE_DISK])
def test_a_child_with_a_session_of_its_own_ends_with_the_run(
    ending: str, witness: socket.socket
) -> None:
    source = f"""
import os, time
if not os.fork():
    os.setsid()
    if not os.fork():
        exec({connecting(witness)!r})
    os._exit(0)
while not os.path.exists("ready"):
    time.sleep(0.01)
{ANSWER}{ending}
"""
    with pytest.raises(SystemRunError) if ending else nullcontext():
        run_system(program(source), [], limits=Limits(60, 1024, disk=1))
    assert ends(witness)


@pytest.mark.usefixtures("separation")
def test_what_a_killed_command_started_ends_too(witness: socket.socket) -> None:
    ours = f"""
from annotator.systems.evaluation import system_run
system_run.separation_here = lambda: {system_run.separation_here()!r}
system_run.run_system({program(connecting(witness))!r}, [], limits=system_run.Limits(600, 1024))
"""
    with subprocess.Popen([sys.executable, "-c", ours]) as command, witness.accept()[0] as held:
        command.kill()
        held.settimeout(60)
        assert held.recv(1) == b""


@pytest.mark.usefixtures("separation")
def test_a_fork_bomb_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_command, "MOST_PROCESSES", 40)
    source = """
import os, time
for _ in range(200):
    try:
        if not os.fork():
            break
    except OSError:
        pass
time.sleep(600)
"""
    message = refused(source)
    assert "It was stopped: it had more than 40 processes." in message
    assert message.startswith(f"The system ended with signal {signal.SIGKILL.value}.")


def test_a_program_has_no_capabilities() -> None:
    source = """
import os
lines = dict(line.split(":", 1) for line in open("/proc/self/status"))
found = [lines[name].strip() for name in ("CapPrm", "CapEff", "CapBnd", "NoNewPrivs")]
open(os.environ["PREDICTIONS"], "w").write(" ".join(found))
"""
    written = run_system(program(source), [], limits=LIMITS).decode().split()
    # Other accounts than root keep a set that they can't use.
    bound = "0" * 16 if NAMESPACES or not os.getuid() else written[2]
    assert written == ["0" * 16, "0" * 16, bound, "1"]


LOOKS_FOR_THE_GOLD = """
import ctypes, glob, os, subprocess

def look():
    for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
        try:
            yield open(path, "rb").read()
        except OSError:
            pass

found = [*look()]
ctypes.CDLL(None).umount2(b"/proc", 2)
found += look()
inner = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
again = "umount -l /proc; cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ"
found.append(subprocess.run([*inner, again], capture_output=True).stdout)
open(os.environ["PREDICTIONS"], "wb").write(b" ".join(found))
"""


@pytest.mark.skipif(not NAMESPACES, reason="needs user namespaces")
def test_the_path_of_the_gold_is_in_nothing_that_a_program_reads() -> None:
    """Neither where it looks, nor below the mount that hides this machine's processes."""
    hidden = f"gold-{os.getpid()}.jsonl"
    # As of evaluate_nq, the command line of the process that scores has the path.
    ours = f"""
import sys
from annotator.systems.evaluation.system_run import Limits, run_system
sys.stdout.buffer.write(run_system({program(LOOKS_FOR_THE_GOLD)!r}, [], limits=Limits(60, 1024)))
"""
    scored = subprocess.run(
        [sys.executable, "-c", ours, hidden],
        check=True,
        capture_output=True,
        env=os.environ | {"GOLD": hidden},
    )
    assert b"system_keeper" in scored.stdout
    assert hidden.encode() not in scored.stdout
