"""A web process answers a few requests at once, in the order in which they came."""

import threading
from collections.abc import Callable, Iterator
from socket import SHUT_WR, socketpair
from threading import Event, Lock
from types import SimpleNamespace

import pytest

from annotator.operations import answering_threads
from annotator.operations.answering_threads import AWAY_AFTER_SECONDS, AnsweringThreads

PATIENCE = 60.0


class Clock:
    """A clock that goes on when it is told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Visitor:
    """A client whose requests are answered once it lets them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.sock, self.far_end = socketpair()
        self.may_end = Event()
        self.begun = Event()
        self.unanswered = b""

    def ask(self, times: int = 1) -> None:
        """In one piece, which is read in one as well."""
        self.far_end.sendall(b"?" * times)

    def hears(self) -> bytes:
        self.far_end.settimeout(PATIENCE)
        return self.far_end.recv(1)


class Desk:
    """Answers each visitor that has asked, and watches it again."""

    def __init__(self, *, at_once: int, most: int) -> None:
        self.begun: list[int] = []
        self.threads: AnsweringThreads[Visitor] = AnsweringThreads(
            answer=self.answer, at_once=at_once, most=most
        )
        self.visitors: list[Visitor] = []
        self._lock = Lock()
        self.threads.fill_up()

    def answer(self, visitor: Visitor) -> None:
        read = visitor.unanswered or visitor.sock.recv(16)
        asked, visitor.unanswered = read[:1], read[1:]
        with self._lock:
            self.begun.append(visitor.number)
        visitor.begun.set()
        assert visitor.may_end.wait(PATIENCE)
        if asked:
            self.threads.watch(visitor, is_due=bool(visitor.unanswered))
            visitor.sock.sendall(b"!")
        else:
            visitor.sock.close()

    def come(self, *numbers: int, times: int = 1) -> list[Visitor]:
        """New visitors, who all ask at once."""
        new = [Visitor(number) for number in numbers]
        for visitor in new:
            self.visitors.append(visitor)
            self.threads.watch(visitor, is_new=True)
            visitor.ask(times)
        return new

    def let_all_go(self) -> None:
        for visitor in self.visitors:
            visitor.may_end.set()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(answering_threads, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.fixture
def open_desk() -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def open_one(**numbers: int) -> Desk:
        desks.append(Desk(**numbers))
        return desks[-1]

    yield open_one
    for desk in desks:
        desk.let_all_go()
        desk.threads.shutdown()


def begins(visitor: Visitor) -> bool:
    return visitor.begun.wait(PATIENCE)


@pytest.mark.usefixtures("clock")
def test_a_few_are_answered_at_once_and_the_first_first(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(at_once=2, most=16)
    visitors = desk.come(*range(6))
    for number, visitor in enumerate(visitors):
        # This one and the next one, and none after it.
        begun = range(min(number + 2, 6))
        assert all(begins(visitors[each]) for each in begun)
        assert sorted(desk.begun) == list(begun)
        desk.threads.fill_up()
        visitor.may_end.set()
    assert [visitor.hears() for visitor in visitors] == [b"!"] * 6


@pytest.mark.usefixtures("clock")
def test_a_visitor_is_answered_each_time_it_asks(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(at_once=2, most=2)
    (visitor,) = desk.come(0)
    visitor.may_end.set()
    for _ in range(50):
        assert visitor.hears() == b"!"
        visitor.ask()
    assert visitor.hears() == b"!"
    assert desk.begun == [0] * 51


@pytest.mark.usefixtures("clock")
def test_who_is_due_is_answered_without_asking_and_behind_those_who_did(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(at_once=1, most=1)
    # All that they ask is read with the first of it, and nothing comes any more.
    first, second = desk.come(0, 1, times=3)
    desk.let_all_go()
    heard = [visitor.hears() for visitor in (first, second) for _ in range(3)]
    assert heard == [b"!"] * 6
    assert desk.begun == [0, 1, 0, 1, 0, 1]


@pytest.mark.usefixtures("clock")
def test_whoever_hangs_up_is_answered_and_forgotten(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(at_once=1, most=1)
    leaving, staying = desk.come(0, 1)
    desk.let_all_go()
    assert (leaving.hears(), staying.hears()) == (b"!", b"!")
    leaving.far_end.shutdown(SHUT_WR)
    assert leaving.hears() == b""
    staying.ask()
    assert staying.hears() == b"!"
    assert desk.begun == [0, 1, 0, 1]
    assert list(desk.threads.watched.values()) == [staying]


def test_whoever_is_away_keeps_nobody_waiting(open_desk: Callable[..., Desk], clock: Clock) -> None:
    desk = open_desk(at_once=2, most=3)
    first, second, third, fourth = desk.come(*range(4))
    assert begins(first)
    assert begins(second)
    desk.threads.fill_up()
    assert sorted(desk.begun) == [0, 1]
    # Both have been at it for long: one more is there, which is the last.
    clock.now += AWAY_AFTER_SECONDS + 0.01
    desk.threads.fill_up()
    assert begins(third)
    clock.now += AWAY_AFTER_SECONDS + 0.01
    desk.threads.fill_up()
    assert sorted(desk.begun) == [0, 1, 2]
    third.may_end.set()
    assert begins(fourth)
    desk.let_all_go()
    assert [each.hears() for each in (first, second, third, fourth)] == [b"!"] * 4


def test_who_was_needed_for_the_absent_goes_when_they_are_back(
    open_desk: Callable[..., Desk], clock: Clock
) -> None:
    desk = open_desk(at_once=1, most=4)
    (first,) = desk.come(0)
    assert begins(first)
    clock.now += AWAY_AFTER_SECONDS + 0.01
    desk.threads.fill_up()
    (second,) = desk.come(1)
    assert begins(second)
    desk.let_all_go()
    assert (first.hears(), second.hears()) == (b"!", b"!")
    # Of two one is left, and begins one request after the other again.
    visitors = desk.come(2, 3, 4)
    for number, visitor in enumerate(visitors):
        assert begins(visitor)
        desk.threads.fill_up()
        assert desk.begun[2:] == [2, 3, 4][: number + 1]
        visitor.may_end.set()
    assert [visitor.hears() for visitor in visitors] == [b"!"] * 3


def test_threads_end_with_the_process_once_they_wait(open_desk: Callable[..., Desk]) -> None:
    others = threading.enumerate()
    desk = open_desk(at_once=2, most=2)
    threads = [thread for thread in threading.enumerate() if thread not in others]
    (visitor,) = desk.come(0)
    assert begins(visitor)
    desk.threads.shutdown()
    visitor.may_end.set()
    assert visitor.hears() == b"!"
    for thread in threads:
        thread.join(PATIENCE)
    assert [thread.is_alive() for thread in threads] == [False, False]
