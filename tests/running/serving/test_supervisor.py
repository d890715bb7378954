"""The supervisor over real small processes."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from annotator.running.serving.supervisor import Patience, Program, Supervisor
from tests.running.serving.conversation import Conversation, has_ended, is_gone

FOREVER = "exec tail -f /dev/null"
ONE = f"echo one $$; {FOREVER}"
TWO = f"echo two $$; {FOREVER}"
WITH_GRANDCHILD = "tail -f /dev/null & echo grandchild $!; echo parent $$; wait"
DEAF = "trap '' TERM; echo deaf $$; while :; do tail -f /dev/null & wait; done"

Supervise = Callable[..., Conversation]


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Supervise]:
    started: list[Conversation] = []

    def start(programs: dict[str, str], **how: Any) -> Conversation:
        started.append(Conversation(tmp_path, programs, **how))
        return started[-1]

    yield start
    for conversation in started:
        if conversation.process.poll() is None:
            conversation.stop()


def test_supervisor_starts_every_program_and_says_when_all_is_up(supervise: Supervise) -> None:
    conversation = supervise({"one": ONE, "two": TWO})
    processes = {conversation.expect(r"(one|two) \d+")[1] for _ in range(2)}
    conversation.become_ready()
    assert processes == {"one", "two"}
    assert conversation.stop() == 0


def test_supervisor_starts_a_program_again_that_was_killed(supervise: Supervise) -> None:
    conversation = supervise({"one": ONE})
    first = conversation.expect_process("one")
    conversation.become_ready()
    os.kill(first, signal.SIGKILL)
    conversation.expect(r"one ended \(signal SIGKILL\), starting it again")
    assert conversation.expect_process("one") != first


def test_supervisor_starts_a_program_again_that_ends_well(
    supervise: Supervise, tmp_path: Path
) -> None:
    once = f"echo one $$; if [ -e {tmp_path}/again ]; then {FOREVER}; fi; touch {tmp_path}/again"
    conversation = supervise({"one": once})
    conversation.expect_process("one")
    conversation.expect(r"one ended \(exit code 0\), starting it again")
    assert not is_gone(conversation.expect_process("one"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_supervisor_stops_every_program_when_asked(
    supervise: Supervise, number: signal.Signals
) -> None:
    conversation = supervise({"one": ONE})
    one = conversation.expect_process("one")
    assert (conversation.stop(number), is_gone(one)) == (0, True)


def test_under_nohup_the_end_of_the_terminal_ends_nothing(supervise: Supervise) -> None:
    conversation = supervise({"one": ONE}, nohup=True)
    one = conversation.expect_process("one")
    conversation.process.send_signal(signal.SIGHUP)
    # What is stopping starts nothing again.
    os.kill(one, signal.SIGKILL)
    conversation.expect(r"one ended \(signal SIGKILL\), starting it again")
    conversation.expect_process("one")
    assert conversation.stop() == 0


def test_supervisor_leaves_no_grandchild_behind(supervise: Supervise) -> None:
    conversation = supervise({"parent": WITH_GRANDCHILD})
    grandchild = conversation.expect_process("grandchild")
    conversation.expect_process("parent")
    assert (conversation.stop(), has_ended(grandchild)) == (0, True)


def test_supervisor_ends_the_grandchildren_of_a_killed_child(supervise: Supervise) -> None:
    conversation = supervise({"parent": WITH_GRANDCHILD})
    grandchild = conversation.expect_process("grandchild")
    os.kill(conversation.expect_process("parent"), signal.SIGKILL)
    assert has_ended(grandchild)


def test_supervisor_kills_a_program_that_does_not_finish(supervise: Supervise) -> None:
    conversation = supervise({"deaf": DEAF}, grace=0.1)
    deaf = conversation.expect_process("deaf")
    conversation.process.send_signal(signal.SIGTERM)
    conversation.expect("deaf did not finish in time and is ended")
    assert (conversation.process.wait(), has_ended(deaf)) == (0, True)


def test_a_second_sigterm_does_not_hurry_a_program_that_finishes(
    supervise: Supervise, tmp_path: Path
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    slow = f"trap 'echo asked' TERM; echo slow $$; while ! read l < {fifo}; do :; done; echo done"
    conversation = supervise({"slow": slow}, grace=3600)
    conversation.expect_process("slow")
    conversation.process.send_signal(signal.SIGTERM)
    conversation.expect("asked")
    conversation.process.send_signal(signal.SIGTERM)
    fifo.write_text("go on\n", encoding="utf-8")
    conversation.expect("done")
    assert conversation.process.wait() == 0


def test_a_second_ctrl_c_ends_a_program_at_once(supervise: Supervise) -> None:
    told = "trap 'echo asked' TERM; echo deaf $$; while :; do tail -f /dev/null & wait; done"
    conversation = supervise({"deaf": told}, grace=3600)
    deaf = conversation.expect_process("deaf")
    conversation.process.send_signal(signal.SIGINT)
    conversation.expect("asked")
    assert (conversation.stop(signal.SIGINT), has_ended(deaf)) == (0, True)


def test_supervisor_gives_up_on_a_program_that_never_comes_up(supervise: Supervise) -> None:
    conversation = supervise({"one": ONE, "broken": "exit 3"})
    one = conversation.expect_process("one")
    conversation.expect(r"broken ended \(exit code 3\), starting it again")
    assert (conversation.process.wait(), is_gone(one)) == (1, True)


def test_the_pauses_between_starts_grow_to_the_longest_and_stay_there() -> None:
    pauses = [Patience().pause(early_ends) for early_ends in (0, 1, 2, 3, 8, 1025, 100_000)]
    assert pauses == [0.0, 0.5, 1.0, 2.0, 30.0, 30.0, 30.0]


def test_a_second_start_is_refused_and_names_the_first(
    supervise: Supervise, tmp_path: Path
) -> None:
    first = supervise({"one": ONE})
    first.expect_process("one")
    second = supervise({"two": TWO})
    second.expect(
        rf"Plumbline already runs on {tmp_path} "
        rf"\(process {first.process.pid} at http://127.0.0.1:1/\)\. .*"
    )
    assert second.process.wait() == 1


def test_a_stopped_run_makes_room_for_the_next(supervise: Supervise) -> None:
    first = supervise({"one": ONE})
    first.expect_process("one")
    first.stop()
    second = supervise({"one": ONE})
    second.expect_process("one")
    assert second.stop() == 0


def test_the_next_start_ends_what_a_killed_supervisor_left_behind(supervise: Supervise) -> None:
    killed = supervise({"one": ONE, "parent": WITH_GRANDCHILD})
    left_over = [killed.expect_process(name) for name in ("grandchild", "parent")]
    killed.stop(signal.SIGKILL)
    survived = [is_gone(process) for process in left_over]
    following = supervise({"two": TWO})
    following.expect(r"Ending \d processes that the last run left behind")
    following.expect_process("two")
    assert (survived, [is_gone(process) for process in left_over]) == ([False, False], [True, True])


def supervisor_of(*programs: Program, ready: bool, say: Callable[[str], None]) -> Supervisor:
    patience = Patience(first_pause=0.0, probe=0.01)
    return Supervisor(
        programs, is_ready=lambda: ready, on_ready=lambda: None, say=say, patience=patience
    )


def test_supervisor_gives_up_on_a_program_that_can_not_be_started(tmp_path: Path) -> None:
    said: list[str] = []
    missing = Program(name="missing", command=[str(tmp_path / "missing")])
    code = supervisor_of(missing, ready=False, say=said.append).run()
    sentence = "missing can't be started (No such file or directory), trying again"
    assert (code, said[:3]) == (1, [sentence] * 3)


def test_a_program_that_can_not_be_started_again_ends_no_other(tmp_path: Path) -> None:
    once = tmp_path / "once"
    said: list[str] = []
    once.write_text("#!/bin/sh\nrm $0\n", encoding="utf-8")
    once.chmod(0o700)

    def say(text: str) -> None:
        said.append(text)
        if said.count("once can't be started (No such file or directory), trying again") == 5:
            os.kill(os.getpid(), signal.SIGTERM)

    other = Program(name="other", command=["tail", "-f", "/dev/null"])
    vanishing = Program(name="once", command=[str(once)])
    assert supervisor_of(vanishing, other, ready=True, say=say).run() == 0
    assert not [text for text in said if text.startswith("other")]
