"""Work that nobody mistakes for anybody else's, and the search for it in answers.

Each member leaves words, notes, reasons, seconds and spans that nobody else uses on the same
examples, so that whatever of it turns up in an answer to somebody else has leaked.
"""

import gzip
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from django.http import StreamingHttpResponse

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.services import give_up_assignment
from annotator.collecting.guidance.feedback import give_feedback
from annotator.collecting.guidance.threads import park_with_question, write_message
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import candidates_of
from annotator.workspace.accounts.models import User
from tests.api.world import DRAFT
from tests.factories.corpus import AT, make_page
from tests.factories.late import make_assignment

GZIP = b"\x1f\x8b"

MEMBERS = 7
"""For how many people the page has a paragraph, numbered from 0."""

_FILLER = b"<p>" + b"plumb " * 400 + b"</p>"
_PARAGRAPHS = [" ".join(f"quaxo{n}q{word}" for word in range(12)) for n in range(MEMBERS)]
# So long that no id of a test is as large as the numbers of its last tokens.
PAGE = (
    b"<!DOCTYPE html><html><head><title>Long page</title></head><body>"
    + _FILLER * 50
    # With a rule between them, no paragraph begins on the byte on which another ends.
    + "<hr>".join(f"<p>{paragraph}</p>" for paragraph in _PARAGRAPHS).encode()
    + b"</body></html>"
)

WAYS = ("submitted", "open", "revised", "parked", "released", "reopened", "skipped", "expired")
"""What becomes of the examples that somebody gets, one after the other."""


def make_long_page() -> Page:
    """A page with a paragraph for each person."""
    return make_page(PAGE, "Long page")


@dataclass(frozen=True)
class Mark:
    """What one person's work is known by; ``number`` is that of the person's paragraph."""

    number: int

    def text(self, kind: str) -> str:
        """A note, a reason and so on of this person alone."""
        return f"xqz{self.number}{kind}"

    @property
    def seconds(self) -> dict[str, float]:
        """Active seconds by stage."""
        stages = ("question", "long_answer", "short_answer")
        return {stage: 7100.25 + 1000 * at + self.number for at, stage in enumerate(stages)}

    def candidate_index(self, page: Page) -> int:
        """The index of the person's paragraph, which is one of the page's last."""
        return len(candidates_of(page)) - MEMBERS + self.number

    def answer(self, page: Page, *, first_word: int) -> dict[str, Any]:
        """The person's paragraph with three of its words, from the one with this number."""
        index = self.candidate_index(page)
        start = candidates_of(page)[index].start_token + 1 + first_word
        return {
            "question_quality": "good",
            "long_answer": {"candidate_index": index},
            "short_answers": [{"start_token": start, "end_token": start + 3}],
            "yes_no_answer": "NONE",
        }


def leave_work(*, user: User, mark: Mark, examples: Iterable[Example], lead: User) -> None:
    """Let ``user`` work on all examples that they have not had, each in the next of ``WAYS``."""
    had = set(Assignment.objects.filter(annotator=user).values_list("example", flat=True))
    new = (example for example in examples if example.pk not in had)
    for example, way in zip(new, cycle(WAYS), strict=False):
        assignment = make_assignment(example, user)
        assert example.page
        draft = {**DRAFT, **mark.answer(example.page, first_word=1), "active_seconds": mark.seconds}
        save_draft(assignment=assignment, version=0, answer=draft, at=AT)
        _leave(assignment, way, mark, lead)


def _leave(assignment: Assignment, way: str, mark: Mark, lead: User) -> None:
    user, note = assignment.annotator, mark.text("note")
    if way in {"submitted", "revised", "reopened"}:
        _submit(assignment, way, mark, lead)
    elif way == "parked":
        _ask(assignment, mark, lead)
    elif way in {"released", "skipped"}:
        state = AssignmentState(way)
        give_up_assignment(assignment=assignment, state=state, note=note, at=AT, actor=user)
    elif way == "expired":
        Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=AT)
        expire_leases(project=assignment.project, at=AT)


def _ask(assignment: Assignment, mark: Mark, lead: User) -> None:
    user = assignment.annotator
    thread = park_with_question(
        assignment=assignment,
        question=mark.text("asked"),
        note=mark.text("note"),
        at=AT,
        actor=user,
    )
    reply = mark.text("reply")
    write_message(thread=thread, text=reply, at=AT, actor=lead, as_lead=user != lead)


def _submit(assignment: Assignment, way: str, mark: Mark, lead: User) -> None:
    page = assignment.example.page
    assert page
    details: dict[str, Any] = {
        "active_seconds": mark.seconds,
        "client_version": mark.text("client"),
        "at": AT,
    }
    answer = mark.answer(page, first_word=4)
    key = mark.text("key")
    annotation, _ = submit_annotation(
        assignment=assignment, answer=answer, idempotency_key=key, **details
    )
    feedback = mark.text("feedback")
    give_feedback(annotation=annotation, criterion="long_answer", text=feedback, at=AT, actor=lead)
    if way == "submitted":
        return
    request = mark.text("request")
    reopen_annotation(annotation=annotation, reason=request, at=AT, actor=lead)
    if way == "revised":
        answer, reason = mark.answer(page, first_word=7), mark.text("reason")
        revise_annotation(annotation=annotation, answer=answer, reason=reason, **details)


def text_of(response: Any) -> str:
    """The answer with its headers; of a compressed file what is in it."""
    body = (
        b"".join(response.streaming_content)  # type: ignore[arg-type]
        if isinstance(response, StreamingHttpResponse)
        else response.content
    )
    if body.startswith(GZIP):
        body = gzip.decompress(body)
    return f"{dict(response.items())}\n{body.decode('utf-8', 'replace')}"


def others_names(caller: User | None) -> dict[str, int]:
    """What must not be said of others, and of whom it is said."""
    people = User.objects.exclude(pk=caller.pk) if caller else User.objects.all()
    return {
        name: user.pk for user in people for name in (user.username, user.display_name, user.email)
    }


class Search:
    """Looks in answers for what belongs to others."""

    def __init__(self, *, caller: User, marks: Mapping[User, Mark], page: Page) -> None:
        """Look for names, and for the work of all in ``marks`` but ``caller``."""
        others = {user: mark for user, mark in marks.items() if user != caller}
        self._patterns = {
            **_texts(others.values()),
            **_numbers(others, page),
            "name": _any_of(map(re.escape, others_names(caller))),
        }
        # The page is the same for all who see it, and has all words and token numbers.
        self._rendering = gzip.decompress(bytes(page.content.rendering)).decode()

    @property
    def kinds(self) -> set[str]:
        """What is looked for."""
        return set(self._patterns)

    def found_in(self, text: str) -> set[str]:
        """The kinds that a text has of others."""
        rest = text.replace(self._rendering, "")
        return {kind for kind, pattern in self._patterns.items() if pattern.search(rest)}


def _texts(marks: Iterable[Mark]) -> dict[str, re.Pattern[str]]:
    kinds = ["note", "reason", "request", "acceptance", "client", "key"]
    kinds += ["asked", "reply", "feedback"]
    numbers = [mark.number for mark in marks]
    return {
        **{kind: _any_of(Mark(number).text(kind) for number in numbers) for kind in kinds},
        "words": _any_of(f"quaxo{number}q" for number in numbers),
    }


def _numbers(others: Mapping[User, Mark], page: Page) -> dict[str, re.Pattern[str]]:
    candidates = [mark.candidate_index(page) for mark in others.values()]
    seconds = [mark.seconds for mark in others.values()]
    tokens, offsets, ids = set[int](), set[int](), set[str]()
    for mark in others.values():
        for first_word in (1, 4, 7):
            (span,) = mark.answer(page, first_word=first_word)["short_answers"]
            tokens |= set(span.values())
    worked = Annotation.objects.filter(annotator__in=others)
    for annotation in worked.filter(natural_questions_answer__isnull=False):
        answer = annotation.natural_questions_answer
        ids.add(annotation.annotation_id)
        for start, end, *_ in answer.short_answers:
            offsets |= {start, end, answer.long_start_byte or start, answer.long_end_byte or end}
    return {
        "candidate": _any_of(rf'candidate_index"?:\s*{index}(?!\d)' for index in candidates),
        "tokens": _any_number(tokens),
        "bytes": _any_number(offsets),
        "seconds": _any_number(each for stages in seconds for each in stages.values()),
        "median": _any_number(sum(stages.values()) for stages in seconds),
        "annotation id": _any_of(ids),
    }


def _any_number(numbers: Iterable[float]) -> re.Pattern[str]:
    """Any of these, but not as part of a longer number, a time or a key.

    Looks around the place once for all of them: pages are searched for dozens.
    """
    any_of_them = "|".join(re.escape(str(number)) for number in numbers)
    return re.compile(rf"(?<![\w.-])(?:{any_of_them})(?![\w-])")


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Empty ones, such as the address of who has none, would be everywhere."""
    return re.compile("|".join(filter(None, patterns)))
