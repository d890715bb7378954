"""What annotators chose, and what the official files make of it."""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Span = tuple[int, int]
"""First token, and the token after the last."""

NOWHERE = -1


@dataclass(frozen=True)
class Chosen:
    """An answer in the numbers that the page shows. A bad question has none of it."""

    box: int | None = None
    spans: tuple[Span, ...] = ()
    yes_no: str = "NONE"


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a `.jsonl.gz` file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def official(example: Mapping[str, Any], chosen: Chosen) -> dict[str, Any]:
    """The annotation of the original format, without its id.

    Offsets are those of the file's own candidates and tokens.
    """
    tokens = example["document_tokens"]
    offsets = ("start_byte", "end_byte", "start_token", "end_token")
    box = (
        dict.fromkeys(offsets, NOWHERE)
        if chosen.box is None
        else {key: example["long_answer_candidates"][chosen.box][key] for key in offsets}
    )
    return {
        "long_answer": {
            **box,
            "candidate_index": NOWHERE if chosen.box is None else chosen.box,
        },
        "short_answers": [
            {
                "start_byte": tokens[start]["start_byte"],
                "end_byte": tokens[end - 1]["end_byte"],
                "start_token": start,
                "end_token": end,
            }
            for start, end in sorted(chosen.spans)
        ],
        "yes_no_answer": chosen.yes_no,
    }


def without_bytes(value: Any) -> Any:
    """The same without byte offsets, as the simplified format has it."""
    if isinstance(value, Mapping):
        kept = {key: each for key, each in value.items() if not key.endswith("_byte")}
        return {key: without_bytes(each) for key, each in kept.items()}
    return [without_bytes(each) for each in value] if isinstance(value, list) else value


def simplified(example: Mapping[str, Any]) -> dict[str, Any]:
    """The line of the simplified format but for ``annotations``."""
    words = [token["token"].replace(" ", "_") for token in example["document_tokens"]]
    return {
        "example_id": example["example_id"],
        "question_text": example["question_text"],
        "document_url": example["document_url"],
        "document_text": " ".join(words),
        "long_answer_candidates": without_bytes(example["long_answer_candidates"]),
    }


def serialised(annotations: Iterable[Mapping[str, Any]]) -> list[bytes]:
    """Each annotation's bytes without its id; who came first does not matter."""
    lines = []
    for annotation in annotations:
        answer = {key: value for key, value in annotation.items() if key != "annotation_id"}
        lines.append(json.dumps(answer, sort_keys=True, ensure_ascii=False).encode())
    return sorted(lines)


def box_reached(candidates: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> int:
    """The candidate that Home and arrow keys lead to, by the spans in the file alone.

    ArrowDown and ArrowUp go to the next and the previous one beside, ArrowRight to the first one
    inside, ArrowLeft to the one around.
    """
    parents: list[int | None] = []
    enclosing: list[int] = []
    for index, candidate in enumerate(candidates):
        while enclosing and candidates[enclosing[-1]]["end_token"] <= candidate["start_token"]:
            enclosing.pop()
        parents.append(enclosing[-1] if enclosing else None)
        enclosing.append(index)
    at = 0
    for key in keys:
        beside = [index for index, parent in enumerate(parents) if parent == parents[at]]
        inside = [index for index, parent in enumerate(parents) if parent == at]
        found = {
            "Home": 0,
            "ArrowDown": beside[beside.index(at) + 1] if at != beside[-1] else None,
            "ArrowUp": beside[beside.index(at) - 1] if at != beside[0] else None,
            "ArrowRight": inside[0] if inside else None,
            "ArrowLeft": parents[at],
        }[key]
        assert found is not None, f"{key} leads nowhere from candidate {at}"
        at = found
    return at
