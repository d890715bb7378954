"""An extractor from a folder: it looks for answers to questions in long-form answers.

ASQA's Disambig-F1 asks one that was trained on SQuAD 2.0 (ASQA paper, section 4.1). The lengths are
those of transformers' ``run_qa``, which the data set's scorer uses.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from annotator.material.formats.asqa import AsqaExample
from annotator.measures.extracted_answers import Window, best_answer
from annotator.systems.evaluation.answer_extractor.extractor_folder import (
    model_length,
    tokenizer_of,
)
from annotator.systems.evaluation.answer_extractor.extractor_models import Model, model_of
from annotator.systems.evaluation.scoring.asqa import disambiguation_keys

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

MOST_QUESTION_TOKENS = 64
WINDOW_TOKENS = 384
SHARED_TOKENS = 128
"""So many tokens of the text two neighbouring windows have in common."""

WINDOWS_AT_ONCE = 8
LEAST_TEXT_TOKENS = 2


class Extractor:
    """A model with its tokenizer."""

    def __init__(self, tokenizer: "Tokenizer", model: Model, *, length: int) -> None:
        """``length``: how many tokens the model takes at once, including its own and the
        question's.
        """
        self._tokenizer, self._model = tokenizer, model
        self._length = min(length, WINDOW_TOKENS)

    def find(self, question: str, text: str) -> str:
        """The answer to the question, as it is in the text; empty if there is none."""
        if not text.strip():
            return ""
        encodings = self._encodings(question, text)
        windows = [
            window
            for start in range(0, len(encodings), WINDOWS_AT_ONCE)
            for window in self._windows(encodings[start : start + WINDOWS_AT_ONCE])
        ]
        found = best_answer(windows)
        return "" if found is None else text[slice(*found)]

    def _encodings(self, question: str, text: str) -> "list[Encoding]":
        """Question and text together, as often as it takes for all of the text."""
        tokenizer = self._tokenizer
        tokenizer.no_truncation()
        own = tokenizer.num_special_tokens_to_add(is_pair=True)
        room = self._length - own - LEAST_TEXT_TOKENS
        asked = tokenizer.encode(question, add_special_tokens=False)
        most = min(MOST_QUESTION_TOKENS, room)
        if len(asked.ids) > most:
            question = question[: asked.offsets[most - 1][1]]
            asked = tokenizer.encode(question, add_special_tokens=False)
        left = self._length - own - len(asked.ids)
        tokenizer.enable_truncation(
            self._length, stride=min(SHARED_TOKENS, left // 2), strategy="only_second"
        )
        first = tokenizer.encode(question, text)
        return [first, *first.overflowing]

    def _windows(self, encodings: "list[Encoding]") -> list[Window]:
        longest = max(len(each.ids) for each in encodings)
        # What fills a row up is masked, so any token does.
        arrays = {
            "input_ids": _padded([each.ids for each in encodings], longest),
            "attention_mask": _padded([each.attention_mask for each in encodings], longest),
            "token_type_ids": _padded([each.type_ids for each in encodings], longest),
        }
        starts, ends = self._model.scores(arrays)
        return [
            Window(start[: len(each.ids)], end[: len(each.ids)], _spans(each))
            for each, start, end in zip(encodings, starts, ends, strict=True)
        ]


def load_extractor(folder: Path) -> Extractor:
    """The extractor in a folder as Hugging Face's tools write it; no code of the folder is run.

    Raises ``ExtractorError`` if something is missing in the folder or on this machine.
    """
    tokenizer = tokenizer_of(folder)
    return Extractor(tokenizer, model_of(folder), length=model_length(folder))


def found_answers(
    find: Callable[[str, str], str],
    examples: Mapping[str, AsqaExample],
    answers: Mapping[str, str],
    on_read: Callable[[int], None],
) -> dict[str, list[str]]:
    """The answers that an extractor finds in long-form ones, by the disambiguation's key.

    ``find`` is ``Extractor.find``, or asks one. ``on_read`` gets the number of answers read so far.
    """
    found = {}
    for done, (key, example) in enumerate(examples.items(), start=1):
        named = zip(disambiguation_keys(key, example), example.disambiguations, strict=True)
        for name, each in named:
            found[name] = [find(each.question, answers[key])]
        on_read(done)
    return found


def _padded(rows: list[list[int]], length: int) -> NDArray[np.int64]:
    return np.array([row + [0] * (length - len(row)) for row in rows], dtype=np.int64)


def _spans(encoding: "Encoding") -> list[tuple[int, int] | None]:
    return [
        span if sequence == 1 else None
        for span, sequence in zip(encoding.offsets, encoding.sequence_ids, strict=True)
    ]
