"""Simulated annotators: each tab works through the queue as the front end does."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import CONFLICT, CREATED, NO_CONTENT, NOT_FOUND, OK
from random import Random
from typing import Any

from tests.faults.browser import Answer, Browser, GivenUpError
from tests.faults.ledger import Ledger

Row = dict[str, Any]
EMPTY: Row = {"long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}


@dataclass(frozen=True)
class Shop:
    """What all tabs share."""

    slug: str
    ledger: Ledger
    over: threading.Event
    """No new assignment is asked for any more."""
    expire_lease: Callable[[int], bool]


@dataclass
class Tab:
    """One tab of one annotator. ``number`` is the tab's own among all of them."""

    shop: Shop
    browser: Browser
    rng: Random
    number: int
    alone: bool
    """Whether the annotator has no other tab."""
    parked: list[int] = field(default_factory=list)
    marks: int = 0

    def work(self) -> None:
        """Answer questions until the run is over."""
        try:
            while not self.shop.over.is_set():
                assignment = self._next()
                if assignment is None:
                    self._resume_parked()
                    self.shop.over.wait(0.5)
                else:
                    self._deal_with(assignment)
        except GivenUpError as error:
            self.shop.ledger.surprise(f"never answered: {error}")
        finally:
            self.browser.close()

    # --- The queue ---------------------------------------------------------------------------

    def _next(self, *, ahead: bool = False) -> Row | None:
        path = f"/api/v1/projects/{self.shop.slug}/assignments/next/"
        answer = self.browser.ask("POST", path, {"ahead": ahead})
        if answer.status == NO_CONTENT:
            return None
        if answer.status != OK:
            self._surprise("next", answer)
            return None
        found: Row = answer.body
        return found

    def _deal_with(self, assignment: Row) -> None:
        """Mostly answer; now and then do what else people do."""
        choices: list[tuple[int, Callable[[Row], None]]] = [
            (80, self._answer),
            (4, self._release),
            (3, self._skip),
            (4, self._park),
            (6, self._walk_away),
            (3, self._answer_the_one_ahead),
        ]
        weights, actions = zip(*choices, strict=True)
        self.rng.choices(actions, weights)[0](assignment)
        if self.parked and self.rng.random() < 0.1:
            self._resume_parked()

    def _release(self, assignment: Row) -> None:
        self._change(assignment["id"], "release", "")

    def _skip(self, assignment: Row) -> None:
        self._change(assignment["id"], "skip", "I know the author of this page.")

    def _park(self, assignment: Row) -> None:
        self._save(assignment, self._draft("bad"))
        if self._change(assignment["id"], "park", "Is a list an answer?"):
            self.parked.append(assignment["id"])

    def _resume_parked(self) -> None:
        if not self.parked:
            return
        resumed = self._change(self.parked.pop(0), "resume", "")
        if resumed is not None:
            self._answer(resumed)

    def _walk_away(self, assignment: Row) -> None:
        """The lease runs out meanwhile; back at the desk, the answer is sent all the same."""
        saved = self._save(assignment, self._draft("bad"))
        if saved is None or not self.shop.expire_lease(assignment["id"]):
            return
        self.shop.over.wait(self.rng.uniform(0.2, 2))
        chance = self.rng.random()
        if chance < 0.6:
            self._submit(assignment["id"], self._final("bad", None), None)
        elif chance < 0.8 and (resumed := self._change(assignment["id"], "resume", "")):
            self._answer(resumed)

    def _answer_the_one_ahead(self, assignment: Row) -> None:
        """What was fetched ahead is drafted before it is really opened."""
        ahead = self._next(ahead=True)
        self._answer(assignment)
        if ahead is not None:
            self._answer(ahead)

    # --- One answer --------------------------------------------------------------------------

    def _answer(self, assignment: Row) -> None:
        quality = "good" if self.rng.random() < 0.25 else "bad"
        saved = self._save(assignment, self._draft(quality))
        if saved is None:
            return
        page = saved["page"] if quality == "good" else None
        final = self._final(quality, page)
        if page is not None and self.rng.random() < 0.5:
            saved = self._save(saved, {**final, "stage": "review"})
            if saved is None:
                return
        self._submit(assignment["id"], final, saved["version"])

    def _draft(self, quality: str) -> Row:
        return {"question_quality": quality, **EMPTY, "stage": "question", **self._mark()}

    def _final(self, quality: str, page: Row | None) -> Row:
        answer: Row = {"question_quality": quality, **EMPTY, **self._mark()}
        if page is None or self.rng.random() < 0.2:
            return answer
        candidate = self.rng.choice(page["candidates"])
        answer["long_answer"] = {"candidate_index": candidate["index"]}
        if candidate["tag"] == "P" and self.rng.random() < 0.5:
            first = candidate["start_token"] + 1
            answer["short_answers"] = [{"start_token": first, "end_token": first + 2}]
        else:
            answer["yes_no_answer"] = self.rng.choice(["YES", "NO", "NONE"])
        return answer

    def _mark(self) -> Row:
        """Times that no other answer of the run has, so that each can be told from all others."""
        self.marks += 1
        seconds = {"question": float(self.number), "long_answer": float(self.marks)}
        return {"active_seconds": {**seconds, "short_answer": 0.0}}

    # --- Requests that are repeated ------------------------------------------------------------

    def _save(self, assignment: Row, draft: Row) -> Row | None:
        """Save a draft; the assignment afterwards, None when none is taken any more."""
        number, version = assignment["id"], assignment["version"]
        self.shop.ledger.sent(assignment=number, draft=draft)
        while True:
            path = f"/api/v1/assignments/{number}/draft/"
            answer = self.browser.ask("PUT", path, {**draft, "version": version})
            if answer.status == OK:
                self.shop.ledger.drafted(
                    assignment=number, version=answer.body["version"], draft=draft
                )
                return dict(answer.body)
            if answer.code != "stale_draft":
                self._refused("draft", answer)
                return None
            theirs: Row = answer.body["assignment"]
            version = theirs["version"]
            if is_same(theirs["draft"], draft):
                # It had arrived, and only the answer to it got lost.
                self.shop.ledger.drafted(assignment=number, version=version, draft=draft)
                return theirs
            self.shop.ledger.count("stale drafts")
            if self.rng.random() < 0.5:
                return theirs

    def _submit(self, number: int, answer: Row, version: int | None) -> None:
        """Submit with one key until it is acknowledged or refused."""
        key = f"{self.number}-{self.marks}"
        path = f"/api/v1/assignments/{number}/submit/"
        while True:
            body = answer if version is None else {**answer, "version": version}
            reply = self.browser.ask("POST", path, body, {"Idempotency-Key": key})
            if reply.status in {OK, CREATED}:
                if reply.status == OK:
                    self.shop.ledger.count("repeated submissions")
                self.shop.ledger.submitted(
                    assignment=number, key=key, answer=answer, annotation=reply.body
                )
                return
            if reply.code != "stale_draft":
                self._refused("submit", reply)
                return
            # The other tab saved meanwhile; this one insists on its own version.
            self.shop.ledger.count("stale submissions")
            version = reply.body["assignment"]["version"]

    def _change(self, number: int, action: str, note: str) -> Row | None:
        reply = self.browser.ask("POST", f"/api/v1/assignments/{number}/{action}/", {"note": note})
        if reply.status != OK:
            self._refused(action, reply)
            return None
        self.shop.ledger.changed(assignment=number, state=reply.body["state"])
        self.shop.ledger.count(action)
        return dict(reply.body)

    def _refused(self, what: str, answer: Answer) -> None:
        """A refusal is right when the state has moved on, and then it is a conflict."""
        is_expected = answer.status == CONFLICT and not (
            self.alone and answer.code == "already_submitted"
        )
        # A reservation that ran out leaves nothing behind.
        if is_expected or answer.status == NOT_FOUND:
            self.shop.ledger.count(f"{what} refused: {answer.code}")
        else:
            self._surprise(what, answer)

    def _surprise(self, what: str, answer: Answer) -> None:
        self.shop.ledger.surprise(f"{what}: {answer.status} {answer.body!r:.300}")


def is_same(stored: Row | None, sent: Row) -> bool:
    """Whether a stored draft is the one that was sent: no two have the same times."""
    return stored is not None and stored["active_seconds"] == sent["active_seconds"]
