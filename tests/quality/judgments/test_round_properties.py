"""Whatever experts do in whatever order, a round keeps its promises."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import cycle, product

import orjson
import pytest
from django.db import IntegrityError, transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from annotator.exceptions import DomainError
from annotator.quality.judgments.meeting import (
    add_note,
    decide_consensus,
    finish_round,
    note_presence,
    show_answer,
)
from annotator.quality.judgments.models import Consensus, Judgment, JudgmentRound, MeetingNote
from annotator.quality.judgments.verdicts import (
    close_seat,
    record_context,
    remove_expert,
    save_judgment,
)
from annotator.workspace.history.models import Event
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import agree_on, answers_of, make_annotations, make_round, seats_of
from tests.size import sized

MOST_ANSWERS, MOST_EXPERTS = 3, 4
which_answer = st.integers(0, MOST_ANSWERS - 1)
which_expert = st.integers(0, MOST_EXPERTS - 1)
verdicts = st.sampled_from(["C", "C_d", "W"])
words = st.sampled_from(["", "The box says so.", "It is C_d for me: W, perhaps."])


class Round(RuleBasedStateMachine):
    """Two to four experts and up to three answers, beside a model in plain dictionaries.

    Each run is a savepoint that is rolled back.
    """

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()

    @initialize(
        answers=st.integers(1, MOST_ANSWERS),
        experts=st.integers(2, MOST_EXPERTS),
        voted=st.none() | st.lists(verdicts, min_size=2, max_size=12),
        closed=st.integers(0, MOST_EXPERTS),
    )
    def begin(self, answers: int, experts: int, voted: list[str] | None, closed: int) -> None:
        """A new round, or one that is on its way: most steps would go into voting else."""
        self.now = AT
        project = make_project(overlap=2)
        annotations = make_annotations(project, answers)
        self.round = make_round(project, annotations=annotations, experts=experts)
        self.answers, self.seats = answers_of(self.round), dict(enumerate(seats_of(self.round)))
        self.phase = "independent"
        self.votes: dict[tuple[int, int], tuple[str | None, str, int]] = {}
        self.contexts: dict[tuple[int, int], datetime] = {}
        self.closed: dict[int, dict[int, str | None]] = {}
        self.consensus: dict[int, tuple[str, str, bool, int]] = {}
        self.notes: list[tuple[int, str]] = []
        if voted:
            given = cycle(voted)
            for expert, number in product(self.seats, range(answers)):
                self._vote_plainly(expert, number, next(given))
            for expert in range(min(experts, closed)):
                self.close(expert)

    def _refusal(self, attempt: Callable[[], object]) -> str | None:
        try:
            with transaction.atomic():
                attempt()
        except DomainError as error:
            return error.code
        return None

    def _pick(self, expert: int, answer: int) -> tuple[int, int]:
        seats = sorted(self.seats)
        return seats[expert % len(seats)], answer % len(self.answers)

    def _missing(self, expert: int) -> list[int]:
        return [
            number
            for number in range(len(self.answers))
            if self.votes.get((expert, number), (None,))[0] is None
        ]

    def _first_votes(self, answer: int) -> set[str | None]:
        return {self.votes[expert, answer][0] for expert in self.seats}

    def _meeting_refuses(self) -> str | None:
        return {"independent": "phase_open", "finished": "round_finished"}.get(self.phase)

    @rule(minutes=st.integers(1, 3))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(
        expert=which_expert,
        answer=which_answer,
        verdict=st.none() | verdicts,
        text=words,
        stale=st.sampled_from([0, 0, 0, 1]),
    )
    def vote(self, expert: int, answer: int, verdict: str | None, text: str, stale: int) -> None:
        key = self._pick(expert, answer)
        before = self.votes.get(key, (None, "", 0))
        refusal = self._refusal(
            lambda: save_judgment(
                answer=self.answers[key[1]],
                seat=self.seats[key[0]],
                verdict=verdict,
                justification=text,
                version=before[2] + stale,
                at=self.now,
            )
        )
        if key[0] in self.closed:
            assert refusal == "phase_closed"
        elif stale:
            assert refusal == "stale_judgment"
        else:
            assert refusal is None
            same = before[2] > 0 and before[:2] == (verdict, text)
            self.votes[key] = (verdict, text, before[2] + (not same))

    @rule(expert=which_expert, data=st.data())
    def vote_on_the_rest(self, expert: int, data: st.DataObject) -> None:
        key, _ = self._pick(expert, 0)
        if key not in self.closed:
            for number in self._missing(key):
                self._vote_plainly(key, number, data.draw(verdicts))

    def _vote_plainly(self, expert: int, number: int, verdict: str) -> None:
        _, text, version = self.votes.get((expert, number), (None, "", 0))
        save_judgment(
            answer=self.answers[number],
            seat=self.seats[expert],
            verdict=verdict,
            justification=text,
            version=version,
            at=self.now,
        )
        self.votes[expert, number] = (verdict, text, version + 1)

    @rule(expert=which_expert, answer=which_answer)
    def look_at_the_page(self, expert: int, answer: int) -> None:
        key = self._pick(expert, answer)
        record_context(answer=self.answers[key[1]], seat=self.seats[key[0]], at=self.now)
        if key[0] not in self.closed:
            self.contexts.setdefault(key, self.now)

    @rule(expert=which_expert)
    def close(self, expert: int) -> None:
        key, _ = self._pick(expert, 0)
        missing = self._missing(key)
        refusal = self._refusal(lambda: close_seat(seat=self.seats[key], at=self.now))
        if missing:
            assert refusal == "verdicts_missing"
            return
        assert refusal is None
        if key not in self.closed:
            self.closed[key] = {n: self.votes[key, n][0] for n in range(len(self.answers))}
            self._perhaps_meet()

    @rule(expert=which_expert)
    def remove(self, expert: int) -> None:
        key, _ = self._pick(expert, 0)
        refusal = self._refusal(
            lambda: remove_expert(seat=self.seats[key], at=self.now, actor=None)
        )
        if key in self.closed:
            assert refusal == "seat_closed"
        elif len(self.seats) == 1:
            assert refusal == "last_expert"
        else:
            assert refusal is None
            del self.seats[key]
            self.votes = {pair: vote for pair, vote in self.votes.items() if pair[0] != key}
            self.contexts = {pair: at for pair, at in self.contexts.items() if pair[0] != key}
            self._perhaps_meet()

    def _perhaps_meet(self) -> None:
        if self.phase == "independent" and self.closed.keys() == self.seats.keys():
            self.phase = "consensus"
            for number in range(len(self.answers)):
                first = self._first_votes(number)
                if len(first) == 1:
                    self.consensus[number] = (str(first.pop()), "", True, 1)

    @rule(expert=which_expert, answer=which_answer)
    def show(self, expert: int, answer: int) -> None:
        key = self._pick(expert, answer)
        user = self.seats[key[0]].user
        assert self._meeting_refuses() == self._refusal(
            lambda: show_answer(round_=self.round, number=key[1], at=self.now, actor=user)
        )

    @rule(expert=which_expert, answer=which_answer, again=st.booleans())
    def note(self, expert: int, answer: int, again: bool) -> None:
        key = self._pick(expert, answer)
        if again and self.notes:
            number, text = self.notes[-1]
        else:
            number, text = key[1], f"Note {len(self.notes)}"
        user = self.seats[min(self.seats)].user
        refusal = self._refusal(
            lambda: add_note(
                answer=self.answers[number],
                text=text,
                idempotency_key=text,
                at=self.now,
                actor=user,
            )
        )
        if (number, text) in self.notes:
            assert refusal is None
            return
        assert refusal == self._meeting_refuses()
        if refusal is None:
            self.notes.append((number, text))

    @rule(
        expert=which_expert,
        answer=which_answer,
        verdict=verdicts,
        text=words,
        stale=st.sampled_from([0, 0, 1]),
    )
    def decide(self, expert: int, answer: int, verdict: str, text: str, stale: int) -> None:
        seat, number = self._pick(expert, answer)
        before = self.consensus.get(number)
        version = before[3] if before else 0
        refusal = self._refusal(
            lambda: decide_consensus(
                answer=self.answers[number],
                verdict=verdict,
                justification=text,
                version=version + stale,
                at=self.now,
                actor=self.seats[seat].user,
            )
        )
        is_new = before is None or before[:2] != (verdict, text)
        expected = self._meeting_refuses() or ("stale_consensus" if stale else None)
        if expected is None and is_new and not text and self._first_votes(number) != {verdict}:
            expected = "justification_needed"
        assert refusal == expected
        if refusal is None and is_new:
            agreed = self._first_votes(number) == {verdict}
            self.consensus[number] = (verdict, text, agreed, version + 1)

    @precondition(lambda self: self.phase == "consensus")
    @rule(data=st.data())
    def decide_the_rest(self, data: st.DataObject) -> None:
        for number in set(range(len(self.answers))) - self.consensus.keys():
            verdict = data.draw(verdicts)
            agree_on(self.answers[number], verdict, at=self.now)
            self.consensus[number] = (verdict, "Talked over.", False, 1)

    @rule(expert=which_expert)
    def finish(self, expert: int) -> None:
        user = self.seats[self._pick(expert, 0)[0]].user
        refusal = self._refusal(lambda: finish_round(round_=self.round, at=self.now, actor=user))
        if self.phase == "independent":
            assert refusal == "phase_open"
        elif len(self.consensus) < len(self.answers):
            assert refusal == "consensus_missing"
        else:
            assert refusal is None
            self.phase = "finished"

    @rule(expert=which_expert)
    def ask_for_news(self, expert: int) -> None:
        seat = self.seats[self._pick(expert, 0)[0]]
        round_ = JudgmentRound.objects.get(pk=self.round.pk)
        before = round_.revision
        assert note_presence(round_=round_, seat=seat, at=self.now) in (before, before + 1)

    @rule(expert=which_expert, answer=which_answer, verdict=verdicts)
    def rewrite_a_first_vote(self, expert: int, answer: int, verdict: str) -> None:
        """Past every service, as somebody with a database prompt might."""
        key = self._pick(expert, answer)
        if key[0] not in self.closed or self.votes[key][0] == verdict:
            return
        row = Judgment.objects.filter(expert=self.seats[key[0]], answer=self.answers[key[1]])
        with pytest.raises(IntegrityError), transaction.atomic():
            row.update(verdict=verdict)

    @invariant()
    def the_second_phase_begins_when_all_have_closed_and_never_before(self) -> None:
        if not hasattr(self, "round"):
            return
        stored = JudgmentRound.objects.get(pk=self.round.pk)
        assert stored.phase == self.phase
        all_closed = not stored.experts.filter(closed_at=None).exists()
        assert all_closed == (self.phase != "independent")

    @invariant()
    def votes_are_what_was_voted_and_stay_after_closing(self) -> None:
        if not hasattr(self, "round"):
            return
        stored = {(row.expert_id, row.answer_id): row for row in Judgment.objects.order_by("pk")}
        keys = {
            (self.seats[expert].pk, self.answers[number].pk): (expert, number)
            for expert, number in {*self.votes, *self.contexts}
        }
        assert stored.keys() == keys.keys()
        for pair, key in keys.items():
            row = stored[pair]
            told = (row.verdict, row.justification, row.version)
            assert told == self.votes.get(key, (None, "", 0))
            assert row.context_opened_at == self.contexts.get(key)
        for expert, votes in self.closed.items():
            assert votes == {n: self.votes[expert, n][0] for n in votes}

    @invariant()
    def every_answer_has_the_consensus_that_was_decided(self) -> None:
        if not hasattr(self, "round"):
            return
        rows = Consensus.objects.values_list(
            "answer__number", "verdict", "justification", "agreed", "version"
        )
        assert {number: tuple(rest) for number, *rest in rows} == self.consensus
        if self.phase == "finished":
            assert self.consensus.keys() == set(range(len(self.answers)))
        assert sorted(MeetingNote.objects.values_list("answer__number", "text")) == sorted(
            self.notes
        )

    @invariant()
    def history_tells_no_verdict_before_the_second_phase(self) -> None:
        if hasattr(self, "round") and self.phase == "independent":
            events = Event.objects.filter(subject="judgment_round")
            told = orjson.dumps(list(events.values_list("verb", "details"))).decode()
            assert not any(word in told for word in ('"C"', "C_d", '"W"', "box", "perhaps"))

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.savepoint)


@pytest.mark.django_db
def test_a_round_keeps_its_promises_whatever_experts_do() -> None:
    run_state_machine_as_test(
        Round, settings=settings(max_examples=sized(4, 25), stateful_step_count=40)
    )
