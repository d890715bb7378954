"""Files for imports: small pages of our own words, with questions that occur once."""

import json
from pathlib import Path
from random import Random

WORDS = (
    "plumb line weight string wall mason level angle tower bridge stone brick lead brass"
    " hangs still swings turns marks shows measures holds carries beside above below under"
).split()
QUESTIONS_PER_PAGE = 20


def write_pages(path: Path, *, questions: int, name: str, seed: str) -> list[str]:
    """JSON lines with ``questions`` questions on a page for every 20; the questions' texts."""
    rng = Random(f"{seed} {name}")
    texts = [f"what does the {rng.choice(WORDS)} do in {name} {n}" for n in range(questions)]
    with path.open("w") as file:
        for number, text in enumerate(texts):
            page = number // QUESTIONS_PER_PAGE
            if number % QUESTIONS_PER_PAGE == 0:
                html = _page(rng, f"{name} {page}")
            line = {
                "question_text": text,
                "document_title": f"{name} {page}",
                "document_url": f"https://en.example.org/wiki/{name}_{page}",
                "document_html": html,
            }
            file.write(json.dumps(line) + "\n")
    return texts


def _page(rng: Random, title: str) -> str:
    paragraphs = "".join(f"<p>{_sentence(rng)} {_sentence(rng)}</p>" for _ in range(3))
    points = "".join(f"<li>{_sentence(rng)}</li>" for _ in range(3))
    return (
        f"<!DOCTYPE html><html><head><title>{title}</title></head><body>"
        f"<h1>{title}</h1>{paragraphs}<ul>{points}</ul></body></html>"
    )


def _sentence(rng: Random) -> str:
    return f"The {' '.join(rng.choices(WORDS, k=9))}."
