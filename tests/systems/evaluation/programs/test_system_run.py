"""Systems that are run: a plain program stands in for the container."""

import gzip
import json
import os
import shlex
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.systems.evaluation.programs import system_run
from annotator.systems.evaluation.programs.system_command import (
    REACHES_NETWORK,
    SEES_PROCESSES,
    Limits,
    container_command,
    parsed,
    separation_here,
)
from annotator.systems.evaluation.programs.system_folder import SystemRunError
from annotator.systems.evaluation.programs.system_run import questions_of, run_system
from tests.material.formats.nq_examples import small_example

LIMITS = Limits(seconds=60, mebibytes=1024)

ANSWERS_NOTHING = """
import json, os, sys
null = {"start_byte": -1, "end_byte": -1, "start_token": -1, "end_token": -1}
predictions = []
for line in sys.stdin:
    example = json.loads(line)
    assert example["annotations"] == [], "annotations came along"
    assert example["document_html"] and example["question_text"]
    predictions.append({
        "example_id": example["example_id"], "long_answer": null, "long_answer_score": 0.0,
        "short_answers": [], "short_answers_score": 0.0, "yes_no_answer": "NONE",
    })
with open(os.environ["PREDICTIONS"], "w") as file:
    json.dump({"predictions": predictions}, file)
"""


def program(source: str) -> str:
    """A command that runs a program."""
    return shlex.join([sys.executable, "-c", source])


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(small_example()).encode() + b"\n"))
    return path


def test_a_program_gets_the_questions_without_annotations_and_its_predictions_are_scored(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.json"
    call_command(
        "evaluate_nq",
        gold=[str(gold)],
        run=program(ANSWERS_NOTHING),
        predictions=str(kept),
        json=True,
    )
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["long-best-threshold-f1"] == 0.0
    assert len(json.loads(kept.read_text())["predictions"]) == 1


def test_predictions_are_kept_where_a_link_leads_and_in_a_pipe(gold: Path, tmp_path: Path) -> None:
    kept, link, pipe = (tmp_path / name for name in ("kept.json", "link.json", "pipe.json"))
    link.symlink_to(kept)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for path in (link, pipe):
            answers = program(ANSWERS_NOTHING)
            call_command("evaluate_nq", gold=[str(gold)], run=answers, predictions=str(path))
        written = os.read(reader, 2**16)
    finally:
        os.close(reader)
    assert (link.is_symlink(), pipe.is_fifo()) == (True, True)
    assert written == kept.read_bytes() != b""


def test_a_question_may_have_numbers_of_any_size(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(small_example() | {"own": [2**70, 0.5]}) + "\n")
    [line] = questions_of([path])
    assert json.loads(line)["own"] == [2**70, 0.5]


def test_a_system_whose_predictions_can_not_be_kept_is_not_run(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, ran = tmp_path / "missing" / "kept.json", tmp_path / "ran"
    with pytest.raises(SystemExit):
        call_command(
            "evaluate_nq",
            gold=[str(gold)],
            run=program(f"open({str(ran)!r}, 'w')"),
            predictions=str(kept),
        )
    sentence = f"predictions: {kept} can't be written. Name a file in an open folder.\n"
    assert capsys.readouterr().err == sentence
    assert not ran.exists()


@pytest.mark.parametrize(
    ("source", "limits", "message"),
    [
        ("import sys; sys.exit('no model')", LIMITS, "status 1. It said:\nno model"),
        ("input()", Limits(0.3, 1024), "took longer than 0.3 seconds"),
        ("x = bytearray(2**31)", LIMITS, "MemoryError"),
        ("pass", LIMITS, "wrote no predictions"),
        ("import os; os.kill(os.getpid(), 9)", LIMITS, "ended with signal 9"),
    ],
)
def test_a_program_that_fails_is_told_of_in_a_sentence(
    source: str, limits: Limits, message: str
) -> None:
    # Nothing is written to a program that reads on: it waits until its time is up.
    with pytest.raises(SystemRunError) as caught:
        run_system(program(source), _never_ending(source), limits=limits)
    assert message in str(caught.value)


REACHES_OUT = """
import os, socket, sys
try:
    # Nothing is sent: this asks for a way to an address that is kept for documentation.
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9))
    found = "a way out"
except OSError:
    found = "no way out"
open(os.environ["PREDICTIONS"], "w").write(found)
"""


@pytest.mark.skipif("--net" not in separation_here(), reason="needs user namespaces")
def test_a_program_has_no_network() -> None:
    said: list[str] = []
    written = run_system(program(REACHES_OUT), [], limits=LIMITS, on_remark=said.append)
    assert written == b"no way out"
    assert REACHES_NETWORK not in said


def test_a_program_that_can_reach_the_network_and_see_processes_is_told_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system_run, "separation_here", lambda: ())
    said: list[str] = []
    source = "import os; open(os.environ['PREDICTIONS'], 'w').write('{}')"
    run_system(program(source), [], limits=LIMITS, on_remark=said.append)
    assert said == [REACHES_NETWORK, SEES_PROCESSES]


def _never_ending(source: str):  # type: ignore[no-untyped-def]
    return iter(lambda: b"x" * 2**16, b"") if source == "input()" else [b"{}\n"]


def test_a_system_that_stops_reading_is_judged_by_its_predictions() -> None:
    source = "import os; open(os.environ['PREDICTIONS'], 'w').write('{}')"
    lines = (b"x" * 2**20 for _ in range(8))
    assert run_system(program(source), lines, limits=LIMITS) == b"{}"


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something called docker that can be started."""
    (tmp_path / "docker").write_text("#!/bin/sh\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("docker")
def test_a_container_gets_no_network_little_memory_and_one_folder(tmp_path: Path) -> None:
    limits = Limits(seconds=60, mebibytes=512)
    words, engine = parsed("docker run --gpus all -e A=b team/nq python -m team.predict --net big")
    assert engine == "docker"
    argv = container_command(words, folder=tmp_path, limits=limits, name="n")
    assert argv[:2] == ["docker", "run"]
    own = ["--gpus", "all", "-e", "A=b", "team/nq", "python", "-m", "team.predict", "--net", "big"]
    assert argv[-len(own) :] == own
    pairs = set(pairwise(argv))
    assert pairs >= {
        ("--network", "none"),
        ("--memory", "512m"),
        ("--memory-swap", "512m"),
        ("--pids-limit", "1024"),
        ("--ulimit", "fsize=1073741824"),
        ("--log-driver", "none"),
        ("--cap-drop", "ALL"),
        ("--volume", f"{tmp_path}:/predictions"),
        ("--env", "PREDICTIONS=/predictions/predictions.json"),
    }


@pytest.mark.usefixtures("docker")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("docker run --network=host x", "Leave out --network"),
        ("docker run --privileged -m 9g x", "Leave out --privileged, -m"),
        ("docker run -m9g x", "Leave out -m9g"),
        ("docker run --cap-add ALL -v /:/host x", "Leave out --cap-add, -v"),
        ("docker run --security-opt=seccomp=unconfined x", "Leave out --security-opt"),
        ("docker exec x", "docker run IMAGE"),
        ("podman run x", "podman is not on this machine. Install it"),
        ("nothing-there", "nothing-there is not on this machine. Check the path."),
        ("docker 'run", "can't be read"),
        ("", "Name a command"),
    ],
)
def test_commands_that_cannot_be_limited_are_refused(command: str, message: str) -> None:
    with pytest.raises(SystemRunError) as caught:
        parsed(command)
    assert message in str(caught.value)


def engine_in(folder: Path, *, run: str, remove: str = "true") -> str:
    """Something called docker whose two commands are these lines of a shell."""
    file = folder / "docker"
    file.write_text(f'#!/bin/sh\nif [ "$1" = run ]; then {run}; else {remove}; fi\n')
    file.chmod(0o755)
    return f"{file} run team/nq"


@pytest.mark.parametrize("run", ["exec sleep 60", "kill -9 $$", "exit 3"])
def test_a_container_whose_client_fails_is_removed(run: str, tmp_path: Path) -> None:
    command = engine_in(tmp_path, run=run, remove=f'echo "$@" > {tmp_path}/removed')
    with pytest.raises(SystemRunError, match=r"took longer|signal 9|status 3"):
        run_system(command, [], limits=Limits(0.2, 1024))
    removed = (tmp_path / "removed").read_text()
    assert removed.startswith("rm --force --volumes plumbline-")


def test_a_container_that_can_not_be_stopped_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_run, "_GRACE_SECONDS", 0.3)
    run = f"echo $$ > {tmp_path}/client; exec sleep 60"
    command = engine_in(tmp_path, run=run, remove="exec sleep 60")
    with pytest.raises(SystemRunError) as caught:
        run_system(command, [], limits=Limits(0.2, 1024))
    assert "did not stop the container within 0.3 seconds" in str(caught.value)
    assert "docker rm --force --volumes plumbline-" in str(caught.value)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "client").read_text()), 0)


def test_the_command_says_where_docker_is_missing(
    gold: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit):
        call_command("evaluate_nq", gold=[str(gold)], run="docker run team/nq")
    assert "docker is not on this machine. Install it" in capsys.readouterr().err


def test_the_command_needs_predictions_or_a_system(
    gold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call_command("evaluate_nq", gold=[str(gold)])
    assert "Give a file, or a system with --run." in capsys.readouterr().err
