"""How many keys lead from a page's top to what real annotators marked.

For each annotation of ../shared with a short answer: the keys until its first span is under the
cursor, ready to be marked. By arrows alone; with the key that jumps to boxes with words of the
question; by searching for the words, of which as many letters are typed as pay off. Each is the
shortest way. Arrows that move by lines are left out, for they depend on the window, so the numbers
are upper bounds.
"""

import itertools
import re
import statistics
import unicodedata
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from tests.e2e.answers import read_lines
from tests.shared_data import shared_path

WANTED = 8
"""Keys in the median."""

# As in frontend/src/anchoring/questionWords.ts.
STOP_WORDS = frozenset(
    "a about after all also an and any are as at be been before being but by can could did do does"
    " for from had has have he her him his how i if in into is it its many me much my no not of on"
    " one or our out over she should so some than that the their them then there these they this"
    " those to under up us was we were what when where which while who whom whose why will with"
    " would you your".split()
)
ENOUGH = 2
# As in frontend/src/anchoring/wordCursor.ts.
FAR = 5

# As in frontend/src/anchoring/phrases.ts.
MARK_AT_END = re.compile(r"[.,;:!?()\[\]\"`]'*$|^''$")
OPENING_MARK = re.compile(r"^[(\[\"`]")
WORD = re.compile(r"[^\W_]|[$€£¥]")

State = TypeVar("State", bound=Hashable)
Moves = Mapping[str, Callable[[int], int | None]]


def shortest(
    starts: Mapping[str, State],
    moves: Callable[[State], Iterable[tuple[str, State]]],
    is_goal: Callable[[State], bool],
) -> list[str]:
    """The fewest keys to a goal. A key of ``starts`` leads to its state from nowhere.

    Raises:
        LookupError: no key leads there.
    """
    ways: dict[State, list[str]] = {}
    waiting = deque(([key], state) for key, state in starts.items())
    while waiting:
        way, state = waiting.popleft()
        if state in ways:
            continue
        if is_goal(state):
            return way
        ways[state] = way
        waiting.extend(([*way, key], reached) for key, reached in moves(state))
    message = "no way leads there"
    raise LookupError(message)


def folded(text: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """Letters and digits in a row."""
    spaced = "".join(letter if letter.isalnum() else " " for letter in folded(text))
    return spaced.split()


def steps(words: int) -> int:
    """Arrow keys that lead so many words on: with Ctrl each goes five, and some may go too far."""
    far, rest = divmod(words, FAR)
    return far + min(rest, 1 + FAR - rest)


@dataclass(frozen=True)
class WordsOfKeys:
    """The words in a box, for moving about in them by keys; a place is a word's number."""

    texts: Sequence[str]

    @cached_property
    def begins(self) -> list[int]:
        """Where a phrase begins."""
        return [
            place
            for place in range(1, len(self.texts))
            if WORD.search(self.texts[place])
            and (
                MARK_AT_END.search(self.texts[place - 1]) or OPENING_MARK.search(self.texts[place])
            )
        ]

    @cached_property
    def ends(self) -> list[int]:
        """Where a phrase ends."""
        return [
            place
            for place, (word, after) in enumerate(itertools.pairwise(self.texts))
            if WORD.search(word)
            and (
                (MARK_AT_END.search(after) and not WORD.search(after))
                or MARK_AT_END.search(word)
                or OPENING_MARK.search(after)
            )
        ]

    def moves(self, place: int, *, extends: bool) -> Iterator[tuple[str, int]]:
        """Each key and where it leads, without those that go by lines."""
        last = len(self.texts) - 1
        ahead = self.ends if extends else self.begins
        yield "ArrowLeft", max(0, place - 1)
        yield "ArrowRight", min(last, place + 1)
        yield "Control+ArrowLeft", max(0, place - FAR)
        yield "Control+ArrowRight", min(last, place + FAR)
        yield "Control+ArrowUp", max((each for each in self.begins if each < place), default=0)
        yield "Control+ArrowDown", min((each for each in ahead if each > place), default=last)
        yield "Home", 0
        yield "End", last

    def way_to(self, first: int, last: int) -> list[str]:
        """Keys from entering the box to having the words from ``first`` to ``last`` selected."""
        end = len(self.texts) - 1
        # With Ctrl, the first key goes on from the word where it would begin.
        entries = {"ArrowRight": 0, "ArrowLeft": end}
        ahead, back = (dict(self.moves(place, extends=False)) for place in (0, end))
        entries |= {key: ahead[key] for key in ("Control+ArrowRight", "Control+ArrowDown")}
        entries |= {key: back[key] for key in ("Control+ArrowLeft", "Control+ArrowUp")}

        def moves(state: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
            anchor, place = state
            for key, reached in self.moves(place, extends=False):
                yield key, (reached, reached)
            for key, reached in self.moves(place, extends=True):
                yield f"Shift+{key}", (anchor, reached)

        return shortest(
            {key: (place, place) for key, place in entries.items()},
            moves,
            lambda state: sorted(state) == [first, last],
        )


@dataclass
class PageOfKeys:
    """A page with its boxes, for moving about in it by keys."""

    example: Mapping[str, Any]

    @cached_property
    def boxes(self) -> Sequence[Mapping[str, Any]]:
        """The candidates, in the order of the document."""
        found: Sequence[Mapping[str, Any]] = self.example["long_answer_candidates"]
        return found

    @cached_property
    def parents(self) -> list[int | None]:
        """The smallest box around each."""
        parents: list[int | None] = []
        around: list[int] = []
        for index, box in enumerate(self.boxes):
            while around and self.boxes[around[-1]]["end_token"] <= box["start_token"]:
                around.pop()
            parents.append(around[-1] if around else None)
            around.append(index)
        return parents

    @cached_property
    def children(self) -> dict[int | None, list[int]]:
        """The boxes inside each, and with None those that lie in no other."""
        inside: dict[int | None, list[int]] = {}
        for index, parent in enumerate(self.parents):
            inside.setdefault(parent, []).append(index)
        return inside

    def after(self, box: int) -> int | None:
        """ArrowDown: the next one beside, or what follows."""
        current: int | None = box
        while current is not None:
            beside = self.children[self.parents[current]]
            place = beside.index(current)
            if place + 1 < len(beside):
                return beside[place + 1]
            current = self.parents[current]
        return None

    def before(self, box: int) -> int | None:
        """ArrowUp: the one before, or the one around."""
        beside = self.children[self.parents[box]]
        place = beside.index(box)
        return beside[place - 1] if place else self.parents[box]

    @cached_property
    def box_of_word(self) -> list[int | None]:
        """The smallest box around each token."""
        found: list[int | None] = [None] * len(self.example["document_tokens"])
        for index, box in enumerate(self.boxes):
            found[box["start_token"] : box["end_token"]] = [index] * (
                box["end_token"] - box["start_token"]
            )
        return found

    @cached_property
    def boxes_with_words(self) -> list[int]:
        """Where the key for words of the question leads."""
        wanted = set(words_of(self.example["question_text"])) - STOP_WORDS
        found: dict[int, set[str]] = {}
        for token, box in zip(self.example["document_tokens"], self.box_of_word, strict=True):
            if box is not None and not token["html_token"]:
                found.setdefault(box, set()).update(wanted & set(words_of(token["token"])))
        needed = max(1, min(ENOUGH, len(wanted)))
        enough: set[int] = set()
        around: set[int | None] = set()
        handed_up: dict[int | None, set[str]] = {}
        for box in reversed(range(len(self.boxes))):
            own = found.get(box, set())
            whole = own | handed_up.get(box, set())
            if len(own) >= needed or (len(whole) >= needed and box not in around):
                enough.add(box)
            if box in enough or box in around:
                around.add(self.parents[box])
            else:
                handed_up.setdefault(self.parents[box], set()).update(whole)
        return sorted(enough)

    def next_with_words(self, box: int) -> int | None:
        """J."""
        return next((each for each in self.boxes_with_words if each > box), None)

    @property
    def arrows(self) -> Moves:
        """Keys that move among boxes; any of them may come first."""
        top = self.children[None]
        return {
            "ArrowDown": self.after,
            "ArrowUp": self.before,
            "ArrowLeft": self.parents.__getitem__,
            "ArrowRight": lambda box: self.children.get(box, [None])[0],
            "Home": lambda _: top[0],
            "End": lambda _: top[-1],
        }

    def visible(self, box: Mapping[str, Any]) -> list[int]:
        """The tokens in a box that are words."""
        tokens = self.example["document_tokens"]
        inside = range(box["start_token"], box["end_token"])
        return [place for place in inside if not tokens[place]["html_token"]]

    def by_boxes(self, box: int, start: int, end: int, *, jumps: bool) -> list[str]:
        """The keys to the span by moving among boxes and words."""
        top = self.children[None]
        starts = {"Home": top[0], "End": top[-1]}
        moves = dict(self.arrows)
        if jumps:
            moves["j"] = self.next_with_words
            if self.boxes_with_words:
                starts["j"] = self.boxes_with_words[0]

        def onward(at: int) -> Iterator[tuple[str, int]]:
            for key, move in moves.items():
                target = move(at)
                if target is not None:
                    yield key, target

        words = self.visible(self.boxes[box])
        texts = [self.example["document_tokens"][place]["token"] for place in words]
        marked = [number for number, place in enumerate(words) if start <= place < end]
        within = WordsOfKeys(texts).way_to(marked[0], marked[-1])
        return [*shortest(starts, onward, box.__eq__), "Enter", *within]

    def by_search(self, box: int, start: int, end: int) -> int:
        """Keys to the span by searching for its beginning."""
        tokens = self.example["document_tokens"]
        words = [place for place in range(len(tokens)) if not tokens[place]["html_token"]]
        texts = [folded(tokens[place]["token"]) for place in words]
        starts = list(itertools.accumulate((len(text) + 1 for text in texts), initial=0))
        whole = " ".join(texts)
        first = words.index(start)
        length = sum(start <= place < end for place in words)
        inner = self.box_of_word[start]
        climbs = 0
        while inner is not None and inner != box:
            inner, climbs = self.parents[inner], climbs + 1
        best = 10**9
        for letters in range(1, len(" ".join(texts[first : first + length])) + 1):
            typed = whole[starts[first] : starts[first] + letters]
            if typed.endswith(" "):
                continue
            before = whole[: starts[first]].count(typed)
            covered = typed.count(" ") + 1
            # Ctrl+Enter takes the box of what was found; a larger one is reached from there.
            to_words = 2 + climbs if climbs else 1
            # The slash, the letters, Enter to each further place, and Shift for what follows.
            keys = 1 + letters + before + to_words + steps(max(0, length - covered))
            best = min(best, keys)
        return best


def annotations() -> Iterator[tuple[PageOfKeys, int, int, int]]:
    """Each distinct short answer of the sample, with its page and box."""
    for example in read_lines(shared_path("nq/nq_dev_sample.jsonl.gz")):
        page = PageOfKeys(example)
        for annotation in example["annotations"]:
            box = annotation["long_answer"]["candidate_index"]
            if box >= 0 and annotation["short_answers"]:
                span = annotation["short_answers"][0]
                yield page, box, span["start_token"], span["end_token"]


def main() -> None:
    """Print the keys of each way."""
    rows = [
        (
            len(page.by_boxes(box, start, end, jumps=False)),
            len(page.by_boxes(box, start, end, jumps=True)),
            page.by_search(box, start, end),
        )
        for page, box, start, end in annotations()
    ]
    print(f"{len(rows)} annotations with a short answer; keys until it is selected")
    print(f"{'way':34}{'median':>8}{'largest':>9}")
    ways = {
        "arrows": [row[0] for row in rows],
        "arrows and jumps": [row[1] for row in rows],
        "search": [row[2] for row in rows],
        "the shortest of them": [min(row) for row in rows],
    }
    for name, keys in ways.items():
        print(f"{name:34}{statistics.median(keys):>8.1f}{max(keys):>9}")
    print(f"wanted: {WANTED} in the median")


if __name__ == "__main__":
    main()
