"""How the rule for sentences does on a corpus, and what the corpus has of its words.

    python -m benchmarks.sentences [PATH…] [--part tune|held-out|all] [--show N] [--count]

reads SQuAD, ASQA and other JSON files (texts of 60 characters or more), NQ's original format and
HTML (paragraphs); without a path those in ``../shared/data``, else the demo's articles. Each text
belongs to one part by its sha256: words and rules are chosen on *tune* alone, and what
*held-out* says of them is reported.

The table compares the first characters of sentences with those of Punkt (NLTK's English model), an
independent rule. ``--show`` prints the first N places where they differ, for reading: which of the
two is right is for a reader to say. ``--count`` prints, of words before a full stop, how often what
follows is a small letter, a number, or one of the ``OPENERS``; and of capitalised words that follow
an ordinary word's full stop, how often they stand elsewhere. Those are the counts by which Punkt
(Kiss and Strunk 2006) tells abbreviations and sentence starters.
"""

import argparse
import gzip
import hashlib
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import html

from annotator.measures.sentences import OPENERS, split_sentences
from scripts.bootstrap import ROOT

SHARED = [ROOT.parent / "shared" / "data" / name for name in ("squad", "asqa", "nq", "pages")]
DEMO = ROOT / "annotator" / "running" / "demo" / "articles"
LEAST_LENGTH = 60
PARTS = ("tune", "held-out")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=default_paths())
    parser.add_argument("--part", choices=(*PARTS, "all"), default="all")
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    texts = list(dict.fromkeys(text for path in options.paths for text in texts_at(path)))
    print(f"{'':9}{'texts':>8}{'sentences':>11}{'each':>7}{'Punkt':>9}{'shared':>8}{'ms/text':>9}")
    for part in PARTS if options.part == "all" else (options.part,):
        chosen = [text for text in texts if part_of(text) == part]
        if not chosen:
            continue
        print_row(part, chosen)
        for line in differences(chosen)[: options.show]:
            print(line)
        if options.count:
            print_counts(chosen)
    return 0


def default_paths() -> list[Path]:
    """Real texts if they lie beside the project, else the demo's."""
    return [path for path in SHARED if path.is_dir()] or [DEMO]


def print_row(part: str, texts: list[str]) -> None:
    """Numbers of sentences, and the share of all first characters that both rules have."""
    began = time.perf_counter()
    ours = [{start for start, _ in split_sentences(text)} for text in texts]
    seconds = time.perf_counter() - began
    theirs = [punkt_starts(text) for text in texts]
    both = sum(len(one & other) for one, other in zip(ours, theirs, strict=True))
    either = sum(len(one | other) for one, other in zip(ours, theirs, strict=True))
    count = sum(map(len, ours))
    print(
        f"{part:9}{len(texts):>8,}{count:>11,}{count / len(texts):>7.2f}"
        f"{sum(map(len, theirs)):>9,}{both / either:>8.2%}{1000 * seconds / len(texts):>9.3f}"
    )


def differences(texts: list[str]) -> list[str]:
    """Where one of the two rules begins a sentence and the other does not."""
    lines = []
    for text in texts:
        ours, theirs = {start for start, _ in split_sentences(text)}, punkt_starts(text)
        for place in sorted(ours ^ theirs):
            who = "ours " if place in ours else "Punkt"
            lines.append(
                f"{who}  {text[max(0, place - 45) : place]!r} | {text[place : place + 30]!r}"
            )
    return lines


def punkt_starts(text: str) -> set[int]:
    """The first character of each of Punkt's sentences."""
    from punkt import sent_tokenize

    starts, after = set(), 0
    for sentence in sent_tokenize(text):
        start = text.index(sentence, after)
        starts.add(start)
        after = start + len(sentence)
    return starts


def print_counts(texts: list[str]) -> None:
    """What follows words with a full stop, and which words follow the others."""
    after: defaultdict[str, Counter[str]] = defaultdict(Counter)
    openers: Counter[str] = Counter()
    elsewhere: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    for text in texts:
        bare.update(re.findall(r"[^\W_]+(?![.\w])", text))
        elsewhere.update(re.findall(r"[a-z,] ([A-Z][a-z]*)", text))
        for word, following in re.findall(r"((?:\w+\.)*\w+)\. [\"“(\[]*(\w+)", text):
            after[word][_kind_of(following)] += 1
            if word.islower() and len(word) > 3:
                openers[following] += 1
    print(f"{'word':12}{'small':>7}{'number':>8}{'opener':>8}{'other':>7}{'bare':>7}")
    for word, kinds in sorted(after.items(), key=lambda found: -found[1].total()):
        may_be_name = kinds["other"] > 1 and len(word) < 5
        if (kinds["small"] + kinds["number"] or may_be_name) and bare[word] < kinds.total():
            row = "".join(f"{kinds[kind]:>{width}}" for kind, width in _KINDS)
            print(f"{word:12}{row}{bare[word]:>7}")
    print(f"{'opener':12}{'first':>7}{'else':>7}{'listed':>8}")
    for word, count in openers.most_common(120):
        if count > elsewhere[word]:
            print(f"{word:12}{count:>7}{elsewhere[word]:>7}{'yes' if word in OPENERS else '':>8}")


_KINDS = (("small", 7), ("number", 8), ("opener", 8), ("other", 7))


def _kind_of(word: str) -> str:
    if word[0].islower():
        return "small"
    if word[0].isdecimal():
        return "number"
    return "opener" if word in OPENERS else "other"


def part_of(text: str) -> str:
    """The part that ``text`` belongs to."""
    return PARTS[hashlib.sha256(text.encode()).digest()[0] % 2]


def texts_at(path: Path) -> Iterator[str]:
    """The texts of a file or folder, with white space folded and without reference marks."""
    if path.is_dir():
        for found in sorted(each for each in path.rglob("*") if each.is_file()):
            yield from texts_at(found)
        return
    for text in _texts_of(path):
        # Punkt doesn't know reference marks.
        folded = " ".join(re.sub(r"\[[^\[\]]{1,40}\]", "", text).split())
        if len(folded) >= LEAST_LENGTH:
            yield folded


def _texts_of(path: Path) -> Iterator[str]:
    if path.suffix == ".html":
        yield from _paragraphs(path.read_bytes())
    elif path.suffix == ".json":
        yield from _strings(json.loads(path.read_bytes()))
    elif path.name.endswith((".jsonl", ".jsonl.gz")):
        content = path.read_bytes()
        content = gzip.decompress(content) if path.suffix == ".gz" else content
        for line in content.splitlines():
            yield from _paragraphs(json.loads(line).get("document_html", "").encode())


def _paragraphs(page: bytes) -> Iterator[str]:
    if page.strip():
        parser = html.HTMLParser(encoding="utf-8")
        for paragraph in html.fromstring(page, parser=parser).iter("p"):
            yield paragraph.text_content() or ""


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


if __name__ == "__main__":
    raise SystemExit(main())
