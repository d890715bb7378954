"""Killing parts of the platform at random times, and bringing them back."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

import psycopg2

from tests.faults.ledger import Ledger
from tests.faults.outages import Outages
from tests.faults.servers import Platform

KINDS = (
    "web machine",
    "postgres",
    "worker",
    "redis",
    "web process",
    "backend",
    "pool process",
    "scheduler",
)
TWICE_AT_ONCE = 0.2
"""The share of kills that come together with another one."""


class Faults:
    """A plan of ``kills`` kills over a run, and their doing."""

    def __init__(
        self,
        platform: Platform,
        *,
        kills: int,
        seed: str,
        ledger: Ledger,
        outages: Outages,
        while_redis_is_down: Callable[[], None],
    ) -> None:
        """Choose the kinds: each comes about as often as any other."""
        self._platform = platform
        self._rng = Random(f"faults {seed}")
        self._ledger = ledger
        self._outages = outages
        self._while_redis_is_down = while_redis_is_down
        self._plan = [KINDS[number % len(KINDS)] for number in range(kills)]
        # The first round stays in order: a short run has the kinds that matter most.
        later = self._plan[len(KINDS) :]
        self._rng.shuffle(later)
        self._plan[len(KINDS) :] = later
        self.killed: Counter[str] = Counter()
        self.stopped = threading.Event()

    def kill_until_done(self, progress: Callable[[], float]) -> None:
        """Spread the kills evenly over the run, whose share that is done ``progress`` tells."""
        total = len(self._plan)
        while self._plan and not self.stopped.is_set():
            due = (total - len(self._plan) + self._rng.uniform(0.2, 0.8)) / total
            while progress() < min(due, 0.97) and not self.stopped.is_set():
                self.stopped.wait(0.05)
            kinds = [self._plan.pop(0)]
            if self._plan and self._rng.random() < TWICE_AT_ONCE and self._plan[0] != kinds[0]:
                kinds.append(self._plan.pop(0))
            self._kill_together(kinds)

    def _kill_together(self, kinds: list[str]) -> None:
        seconds = [self._rng.uniform(0.3, 4) for _ in kinds]
        with ThreadPoolExecutor(len(kinds)) as pool:
            list(pool.map(self._kill, kinds, seconds))

    def _kill(self, kind: str, seconds: float) -> None:
        """Kill one part and bring it back after ``seconds``."""
        self.killed[kind] += 1
        actions: dict[str, Callable[[float], None]] = {
            "web machine": self._web_machine,
            "web process": self._web_process,
            "worker": self._worker,
            "pool process": self._pool_process,
            "scheduler": self._scheduler,
            "redis": self._redis,
            "postgres": self._postgres,
            "backend": self._backend,
        }
        actions[kind](seconds)

    @contextmanager
    def _outage(self, part: str) -> Iterator[None]:
        outage = self._outages.begin(part)
        try:
            yield
        finally:
            self._outages.end(outage)

    def _web_machine(self, seconds: float) -> None:
        machine = self._rng.choice(self._platform.machines)
        with self._outage("web"):
            machine.kill()
            self._pause(seconds)
            machine.start()
            machine.wait_until_it_answers()

    def _web_process(self, seconds: float) -> None:
        # gunicorn itself starts another.
        with self._outage("web"):
            self._kill_one_of(self._rng.choice(self._platform.machines).children())
            self._pause(seconds)

    def _worker(self, seconds: float) -> None:
        with self._outage("worker"):
            self._platform.worker.kill(alone=self._rng.random() < 0.5)
            self._pause(seconds)
            self._platform.worker.start()

    def _pool_process(self, seconds: float) -> None:
        with self._outage("worker"):
            self._kill_one_of(self._platform.worker.children())
            self._pause(seconds)

    def _scheduler(self, seconds: float) -> None:
        with self._outage("scheduler"):
            self._platform.beat.kill()
            self._pause(seconds)
            self._platform.beat.start()

    def _redis(self, seconds: float) -> None:
        with self._outage("redis"):
            self._platform.redis.kill()
            self._while_redis_is_down()
            self._pause(seconds)
            if self._rng.random() < 0.5:
                self._platform.forget_redis()
            self._platform.redis.start()
            self._platform.redis.wait_until_it_answers()

    def _postgres(self, seconds: float) -> None:
        with self._outage("postgres"):
            self._platform.postgres.kill(alone=self._rng.random() < 0.5)
            self._pause(seconds)
            self._platform.postgres.start()
            self._platform.postgres.wait_until_it_answers()

    def _backend(self, seconds: float) -> None:
        # PostgreSQL ends all others too and recovers, because shared memory may be broken.
        with self._outage("postgres"):
            try:
                self._kill_one_of(self._platform.database_children())
            except psycopg2.Error:
                self._ledger.count("kills that found nobody")
            self._pause(min(seconds, 1))
            self._platform.postgres.wait_until_it_answers()

    def _kill_one_of(self, numbers: list[int]) -> None:
        try:
            os.kill(self._rng.choice(numbers), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            self._ledger.count("kills that found nobody")

    def _pause(self, seconds: float) -> None:
        self.stopped.wait(seconds)
