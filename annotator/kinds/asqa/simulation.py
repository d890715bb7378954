"""Simulated answers to ambiguous questions, sentences of ours around their short answers: see
``Simulation``.

The truth of an ambiguous question is that each of its readings has an answer. An annotator gives
each with the probability ``ability``, and otherwise leaves it out and confirms that, as the form
demands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.collecting.annotations.long_form import shown_question
from annotator.collecting.annotations.long_form_check import (
    CheckedLongForm,
    FrozenPage,
    Reading,
    ShownQuestion,
    check_long_form_answer,
)
from annotator.collecting.annotations.long_form_limits import LONGEST_PIECE, MOST_TOKENS
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import tagged_candidates_of
from annotator.measures.seeds import seeded
from annotator.quality.simulation.model.annotators import Annotator, traits_at
from annotator.quality.simulation.world import World
from annotator.workspace.projects.models import Project

WRITING_SECONDS = 900.0
"""The time at an ordinary pace: 15 minutes (ASQA paper, appendix A)."""

_SEEDS = 2**64
_TELLING = 2
_SUPPORTED = 0.6
_OPENINGS = (
    "This can be understood in more than one way.",
    "The question has several answers, and which one is meant depends on who asks.",
    "What is right here depends on how the question is read.",
    "There is more than one answer to this.",
)
_SENTENCES = (
    "Asked as “{question}”, it is answered by {answer}.",
    "Somebody who wants to know “{question}” is told {answer}.",
    "For the reading “{question}”, one finds {answer}.",
    "If the question is “{question}”, then the answer is {answer}.",
)
_CLOSINGS = ("", "", " The pages agree on this.", " The pages answer no other reading.")


def seconds(world: World, *, seed: int) -> NDArray[np.float64]:
    """How long each annotation of the world is written at, N × 1, by its annotator's own pace."""
    drawn = world.annotations
    traits = traits_at(world.pool, drawn.annotator, drawn.position)
    pace = traits.seconds.sum(axis=1) / sum(Annotator(1).seconds)
    noise = seeded(seed).standard_normal(len(drawn))
    return np.asarray((WRITING_SECONDS * pace * np.exp(traits.spread * noise))[:, None])


def reader(
    project: Project,
    world: World,
    *,
    seed: int,
    known: Mapping[int, Any],
) -> "Callable[[Example], LongFormAnswers]":
    """Answers with the example's own pages."""
    return lambda example: LongFormAnswers(world, project, example, seed)


def sees_page(checked: CheckedLongForm) -> bool:
    """No page is shown late."""
    return False


@dataclass
class LongFormAnswers:
    """Answers to one example. What each annotator writes follows from the seed and the example."""

    world: World
    project: Project
    example: Example
    seed: int
    _shown: ShownQuestion = field(init=False)
    _readings: list[Reading] = field(init=False)
    _passages: list[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        rows = self.example.disambiguations.order_by("number")
        self._readings = [
            Reading(row.number, row.question, tuple(row.short_answers))
            for row in rows
            if row.short_answers
        ]
        visits = self.example.visited_pages.select_related("page").order_by("number")
        pages = {visit.page.pk: visit.page for visit in visits if visit.page is not None}
        self._shown = shown_question(project=self.project, example=self.example, pages=pages)
        frozen = [(pages[key], page) for key, page in self._shown.pages.items()]
        found = (_passage(reading, frozen) for reading in self._readings)
        # Readings may have their answers in the same paragraph.
        self._passages = list({str(passage): passage for passage in found if passage}.values())

    def answer(self, row: int) -> CheckedLongForm:
        """What an annotation says, checked as every annotation is."""
        drawn = self.world.annotations
        annotator, position = drawn.annotator[row : row + 1], drawn.position[row : row + 1]
        ability = float(traits_at(self.world.pool, annotator, position).ability[0])
        place = [self.seed % _SEEDS, self.example.example_id % _SEEDS, _TELLING, int(annotator[0])]
        generator = np.random.default_rng(place)
        return check_long_form_answer(
            {
                "long_form_answer": self._text(ability, generator),
                "knowledge": self._knowledge(generator),
                "acknowledged_missing": [reading.number for reading in self._shown.readings],
            },
            shown=self._shown,
        )

    def _text(self, ability: float, generator: np.random.Generator) -> str:
        told = [each for each in self._readings if generator.random() < ability]
        told = told or self._readings[:1]
        if generator.random() > ability:
            generator.shuffle(told)
        opening, closing = _one_of(_OPENINGS, generator), _one_of(_CLOSINGS, generator)
        return " ".join([opening, *(_sentence(each, generator) for each in told)]) + closing

    def _knowledge(self, generator: np.random.Generator) -> list[dict[str, Any]]:
        return [each for each in self._passages if generator.random() < _SUPPORTED]


def _sentence(reading: Reading, generator: np.random.Generator) -> str:
    answer = reading.short_answers[int(generator.integers(len(reading.short_answers)))]
    return _one_of(_SENTENCES, generator).format(question=reading.question, answer=answer)


def _one_of(texts: Sequence[str], generator: np.random.Generator) -> str:
    return texts[int(generator.integers(len(texts)))]


def _passage(reading: Reading, pages: Iterable[tuple[Page, FrozenPage]]) -> dict[str, Any] | None:
    """The first paragraph of the pages that contains one of the reading's short answers."""
    wanted = [answer.casefold() for answer in reading.short_answers if answer]
    for page, frozen in pages:
        for box, tag in tagged_candidates_of(page):
            if tag != "P" or box.end_token - box.start_token > MOST_TOKENS:
                continue
            start, end = box.start_token + 1, box.end_token - 1
            passage = cut_passage(frozen.html, frozen.tokens, start_token=start, end_token=end)
            if passage is None or len(passage.text) > LONGEST_PIECE:
                continue
            if any(answer in passage.text.casefold() for answer in wanted):
                return {
                    "content": passage.text,
                    "page": page.pk,
                    "start_token": start,
                    "end_token": end,
                }
    return None
