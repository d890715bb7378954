"""One run: people and jobs at work while parts are killed, then every check."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.faults.annotators import Shop, Tab
from tests.faults.browser import Browser
from tests.faults.faults import Faults
from tests.faults.lead import JobsNeverEndedError, Lead
from tests.faults.ledger import Ledger
from tests.faults.outages import Outages
from tests.faults.pages import write_pages
from tests.faults.servers import Platform

Headers = dict[str, str]
SPARE = 1.4
"""How many more annotations are asked for than the run needs, so that nobody runs dry."""
SPARE_PER_KILL = 150
"""How many may be made while a part is killed and comes back, on a fast machine."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run is to do. ``seconds`` is when it is given up."""

    submissions: int
    kills: int
    jobs: int
    seed: str
    tabs: int = 1
    annotators: int = 64
    overlap: int = 3
    seconds: float = 3600


@dataclass
class Outcome:
    """What came of a run: ``problems`` by promise, empty lists where all is well."""

    plan: Plan
    counts: Counter[str]
    killed: Counter[str]
    downtime: dict[str, float]
    jobs: Counter[str]
    seconds: float
    """How long people worked, without what came before and after."""
    problems: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether every promise was kept."""
        return not any(self.problems.values())


class Run:
    """A project of its own on a running platform."""

    def __init__(self, platform: Platform, plan: Plan, say: Callable[[str], None]) -> None:
        """Make the project, its people and its examples."""
        self._platform, self._plan, self._say = platform, plan, say
        self._slug = f"faults-{plan.seed}-{plan.tabs}".lower()
        self._ledger = Ledger(platform.folder / f"{self._slug}.ledger")
        self._outages = Outages()
        self._abandoned, self._over = threading.Event(), threading.Event()
        self._headers = self._make_people()
        self._make_examples()
        self._lead = self._make_lead()
        self._faults = Faults(
            platform,
            kills=plan.kills,
            seed=plan.seed,
            ledger=self._ledger,
            outages=self._outages,
            while_redis_is_down=self._lead.export_without_redis,
        )

    def finish(self) -> Outcome:
        """Do the work, wait until all is quiet, and check."""
        with self._platform.supervised(self._say):
            return self._finish()

    def _finish(self) -> Outcome:
        began = time.monotonic()
        problems = {"the run came to its end": self._work(began)}
        worked = time.monotonic() - began
        jobs: list[dict[str, Any]] = []
        self._say(f"{worked:5.0f} s  all is up again; waiting for jobs, then checking")
        try:
            jobs = self._lead.wait_for_all_jobs()
            problems |= self._check_export()
        except JobsNeverEndedError as error:
            problems["every job ended"] = [str(error)]
        problems |= json.loads(
            self._platform.run("-m", "tests.faults.audit", self._slug, str(self._ledger.path))
        )
        problems["every answer was an expected one"] = self._ledger.surprises[:10]
        return Outcome(
            plan=self._plan,
            counts=self._ledger.counts,
            killed=self._faults.killed,
            downtime=self._outages.seconds(),
            jobs=Counter(f"{job['kind']} {job['state']}" for job in jobs),
            seconds=worked,
            problems=problems,
        )

    def progress(self) -> float:
        """The share of the submissions that are acknowledged."""
        return self._ledger.submissions / self._plan.submissions

    # --- Before ---------------------------------------------------------------------------------

    def _make_people(self) -> dict[str, Headers]:
        sizes = (str(self._plan.annotators), str(self._plan.overlap))
        made = json.loads(
            self._platform.run("-m", "tests.faults.people", self._slug, *sizes).splitlines()[-1]
        )
        headers: dict[str, Headers] = made["headers"]
        browser = self._browser({}, "tokens")
        for name in made["passwords"]:
            credentials = {"username": name, "password": made["password"]}
            answer = browser.ask("POST", "/api/v1/auth/token/", credentials)
            headers[name] = {"Authorization": f"Token {answer.body['token']}"}
        browser.close()
        return headers

    def _make_examples(self) -> None:
        path = self._platform.folder / f"{self._slug}.jsonl"
        wanted = self._plan.submissions * SPARE + self._plan.kills * SPARE_PER_KILL
        count = round(wanted / self._plan.overlap)
        write_pages(path, questions=count, name="first", seed=self._plan.seed)
        self._platform.manage("import_pages", self._slug, str(path))

    def _make_lead(self) -> Lead:
        return Lead(
            slug=self._slug,
            browser=self._browser(self._headers.pop(f"{self._slug}-lead"), "lead"),
            ledger=self._ledger,
            folder=self._platform.folder,
            rng=Random(f"lead {self._plan.seed}"),
            seed=self._plan.seed,
        )

    def _browser(self, headers: Headers, name: str) -> Browser:
        return Browser(
            self._platform.ports,
            headers,
            ledger=self._ledger,
            outages=self._outages,
            abandoned=self._abandoned,
            rng=Random(f"{self._plan.seed} {name}"),
        )

    # --- Meanwhile ------------------------------------------------------------------------------

    def _work(self, began: float) -> list[str]:
        """Everything at once until the submissions are reached; why they were not, if so."""
        failures: list[str] = []
        work = [*(tab.work for tab in self._tabs()), self._queue_jobs, self._do_faults]
        # An interrupted run need not wait for them.
        threads = [
            threading.Thread(target=self._noted(each, failures), daemon=True) for each in work
        ]
        for thread in threads:
            thread.start()
        faults = threads[-1]
        deadline = began + self._plan.seconds
        said = 0.0
        while self.progress() < 1 or faults.is_alive():
            if time.monotonic() > deadline or failures:
                failures.append(f"given up at {self.progress():.0%}")
                self._abandoned.set()
                break
            if time.monotonic() - said > 10:
                said = time.monotonic()
                self._report_progress(began)
            faults.join(0.2)
        self._over.set()
        self._faults.stopped.set()
        for thread in threads:
            thread.join()
        return failures

    def _noted(self, work: Callable[[], None], failures: list[str]) -> Callable[[], None]:
        """Let a thread's error end the run instead of getting lost."""

        def _work() -> None:
            try:
                work()
            except Exception as error:
                failures.append(f"{work}: {error!r}")
                raise

        return _work

    def _queue_jobs(self) -> None:
        self._lead.keep_queueing(jobs=self._plan.jobs, progress=self.progress, over=self._over)

    def _do_faults(self) -> None:
        self._faults.kill_until_done(self.progress)

    def _tabs(self) -> list[Tab]:
        shop = Shop(
            slug=self._slug,
            ledger=self._ledger,
            over=self._over,
            expire_lease=self._platform.expire_lease,
        )
        people = [headers for headers in self._headers.values() for _ in range(self._plan.tabs)]
        return [
            Tab(
                shop=shop,
                browser=self._browser(headers, f"tab {number}"),
                rng=Random(f"{self._plan.seed} choices {number}"),
                number=number,
                alone=self._plan.tabs == 1,
            )
            for number, headers in enumerate(people)
        ]

    def _report_progress(self, began: float) -> None:
        seconds = time.monotonic() - began
        counts = self._ledger.counts
        rate = counts["submitted"] / seconds if seconds > 1 else 0
        self._say(
            f"{seconds:5.0f} s  {counts['submitted']:6,} submitted ({rate:.1f}/s)"
            f"  {self._faults.killed.total()} kills  {counts['retries']} retries"
            f"  {counts['job']} jobs  {counts['surprises']} surprises"
        )

    # --- Afterwards -----------------------------------------------------------------------------

    def _check_export(self) -> dict[str, list[str]]:
        """An export tells of exactly the acknowledged annotations that are not late."""
        exported = Counter(
            str(annotation["annotation_id"])
            for line in self._lead.download_export()
            for annotation in line["annotations"]
        )
        rows = (json.loads(line) for line in self._ledger.path.open())
        expected = Counter(
            row["annotation"]["annotation_id"]
            for row in rows
            if row["kind"] == "submitted" and not row["annotation"]["is_late"]
        )
        lost, surplus = list(expected - exported), list(exported - expected)
        problems = [f"lacks annotation {number}" for number in lost[:10]]
        problems += [f"has annotation {number} too often" for number in surplus[:10]]
        return {"an export has exactly the acknowledged annotations": problems}
