"""Examples of the original format, built so that their offsets are right."""

from typing import Any

_SPAN = ("start_byte", "end_byte", "start_token", "end_token")


class _Builder:
    def __init__(self) -> None:
        self.html = ""
        self.tokens: list[dict[str, Any]] = []
        self.boxes: list[dict[str, Any]] = []
        self.depth = 0

    @property
    def size(self) -> int:
        return len(self.html.encode())

    def add(self, text: str, token: str, *, html_token: bool) -> None:
        start = self.size
        self.html += text
        self.tokens.append(
            {
                "token": token,
                "start_byte": start,
                "end_byte": self.size,
                "html_token": html_token,
            }
        )

    def add_box(self, tag: str, content: list[Any]) -> None:
        box = {"start_byte": self.size, "start_token": len(self.tokens)}
        self.boxes.append(box)
        self.add(f'<{tag.upper()} class="shown">', f"<{tag}>", html_token=True)
        self.depth += 1
        for part in content:
            if isinstance(part, tuple):
                self.add_box(*part)
            else:
                self.add(part, part, html_token=False)
                self.html += " "
        self.depth -= 1
        self.add(f"</{tag.upper()}>", f"</{tag}>", html_token=True)
        box |= {
            "end_byte": self.size,
            "end_token": len(self.tokens),
            "top_level": self.depth == 0,
        }


def build_example(
    blocks: list[tuple[str, list[Any]]],
    *,
    example_id: int = 7,
    question: str = "how long is a plumb line",
    title: str = "Plumb line",
    url: str = "https://en.wikipedia.org/wiki/Plumb_line",
    before: str = "",
) -> dict[str, Any]:
    """An example whose page holds ``blocks``: (tag, [word or block, …]). No annotations.

    ``before`` is markup that stands before the first block.
    """
    builder = _Builder()
    builder.html = f"<!DOCTYPE html>\n<HTML><BODY>{before}"
    for tag, content in blocks:
        builder.add_box(tag, content)
    builder.html += "</BODY></HTML>"
    return {
        "annotations": [],
        "document_html": builder.html,
        "document_title": title,
        "document_tokens": builder.tokens,
        "document_url": url,
        "example_id": example_id,
        "long_answer_candidates": builder.boxes,
        "question_text": question,
        "question_tokens": question.split(),
    }


def annotate(
    example: dict[str, Any],
    annotation_id: int,
    *,
    candidate: int | None = None,
    spans: list[tuple[int, int]] | None = None,
    yes_no: str = "NONE",
) -> None:
    """Add an annotation; ``spans`` are token spans counted from the start of the candidate."""
    if candidate is None:
        long_answer = dict.fromkeys((*_SPAN, "candidate_index"), -1)
    else:
        box = example["long_answer_candidates"][candidate]
        long_answer = {key: box[key] for key in _SPAN} | {"candidate_index": candidate}
    tokens = example["document_tokens"]
    first = long_answer["start_token"]
    example["annotations"].append(
        {
            "annotation_id": annotation_id,
            "long_answer": long_answer,
            "short_answers": [
                {
                    "start_token": first + start,
                    "end_token": first + end,
                    "start_byte": tokens[first + start]["start_byte"],
                    "end_byte": tokens[first + end - 1]["end_byte"],
                }
                for start, end in spans or []
            ],
            "yes_no_answer": yes_no,
        }
    )


def small_example(example_id: int = 7, title: str = "Plumb line") -> dict[str, Any]:
    """A page with a paragraph, a table and a list, and five annotations of every kind."""
    example = build_example(
        [
            ("P", ["A", "plumb", "line", "hangs", "vertically", "über", "a", "mark", "."]),
            (
                "Table",
                [
                    ("Tr", ["Length", "of", "the", "cord", "3", "metres"]),
                    ("Tr", ["Mass", "of", "the", "bob", "400", "grams"]),
                ],
            ),
            ("Ul", [("Li", ["Builders", "in", "長安", "used", "it"]), "!"]),
        ],
        example_id=example_id,
        title=title,
    )
    annotate(example, 2**64 - 5, candidate=2, spans=[(5, 7)])
    annotate(example, 11, candidate=0)
    annotate(example, 12)
    annotate(example, 13, candidate=0, yes_no="YES")
    annotate(example, -14, candidate=1, spans=[(6, 8), (14, 16)])
    return example
