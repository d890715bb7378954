"""Examples on which the right answer can be learnt: it is the word after the question's cue.

Each page has five paragraphs of made-up words; the cue of an answerable question stands in one of
them. A third of the questions ask for a cue that the page doesn't have.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

CUES = ("colour", "weight", "maker", "price", "origin", "age", "height", "taste")
PARAGRAPHS = 5
WORDS = 12


def cue_examples(number: int, *, seed: int, original: bool = True) -> list[dict[str, Any]]:
    """``number`` examples in the official format, each with two equal annotations."""
    draw = np.random.default_rng(seed)
    return [_example(seed * 100_000 + place, draw, original=original) for place in range(number)]


def write_cue_file(path: Path, number: int, *, seed: int, original: bool = True) -> Path:
    """A file of such examples."""
    lines = [json.dumps(each) + "\n" for each in cue_examples(number, seed=seed, original=original)]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _example(example_id: int, draw: np.random.Generator, *, original: bool) -> dict[str, Any]:
    cues = [str(each) for each in draw.permutation(CUES)]
    tokens, boxes, answers = ["Thing"], [], {}
    for cue in cues[:PARAGRAPHS]:
        words = [f"w{draw.integers(40)}" for _ in range(WORDS)]
        place = int(draw.integers(1, WORDS - 1))
        words[place : place + 1] = [cue, f"v{draw.integers(30)}"]
        start = len(tokens)
        tokens += ["<P>", *words, "</P>"]
        boxes.append((start, len(tokens)))
        answers[cue] = (boxes[-1], (start + place + 2, start + place + 3))
    is_answerable = draw.random() < 2 / 3
    cue = cues[int(draw.integers(PARAGRAPHS)) if is_answerable else PARAGRAPHS]
    long, short = answers.get(cue, (None, None))
    span = _spans(tokens) if original else _token_spans
    annotation = {
        "long_answer": span(long),
        "short_answers": [span(short)] if short else [],
        "yes_no_answer": "NONE",
    }
    example = {
        "example_id": example_id,
        "question_text": f"what {cue} does the thing have",
        "document_url": f"https://en.wikipedia.org/w/index.php?title=Thing_{example_id}",
        "long_answer_candidates": [span(box) | {"top_level": True} for box in boxes],
        "annotations": [annotation, annotation],
    }
    if original:
        return example | {"document_tokens": _document(tokens)}
    return example | {"document_text": " ".join(tokens)}


def _document(tokens: list[str]) -> list[dict[str, Any]]:
    return [
        {"token": token, "start_byte": start, "end_byte": end, "html_token": token.startswith("<")}
        for token, (start, end) in zip(tokens, _bytes(tokens), strict=True)
    ]


def _bytes(tokens: list[str]) -> list[tuple[int, int]]:
    """Where each token is in the tokens joined by blanks."""
    found, place = [], 0
    for token in tokens:
        found.append((place, place + len(token)))
        place += len(token) + 1
    return found


def _token_spans(tokens: tuple[int, int] | None) -> dict[str, int]:
    start, end = tokens or (-1, -1)
    return {"start_token": start, "end_token": end}


def _spans(document: list[str]) -> Any:
    places = _bytes(document)

    def span(tokens: tuple[int, int] | None) -> dict[str, int]:
        if tokens is None:
            return {**_token_spans(None), "start_byte": -1, "end_byte": -1}
        start, end = tokens
        in_bytes = {"start_byte": places[start][0], "end_byte": places[end - 1][1]}
        return {**_token_spans(tokens), **in_bytes}

    return span
