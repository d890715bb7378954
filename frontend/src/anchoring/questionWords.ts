import { smallestCandidateAt } from "./candidateNavigator";
import { fold, withoutSigns } from "./findInPage";
import type { PageView } from "./pageView";

/** Words that say nothing of what a question is about. */
const STOP_WORDS = new Set(
  (
    "a about after all also an and any are as at be been before being but by can could did do does " +
    "for from had has have he her him his how i if in into is it its many me much my no not of on " +
    "one or our out over she should so some than that the their them then there these they this " +
    "those to under up us was we were what when where which while who whom whose why will with " +
    "would you your"
  ).split(" "),
);

/** So many different words of the question a box has to have, where the question has as many. */
const ENOUGH = 2;

/** The words of a question that tell what it asks about, without case and accents. */
export function contentWords(question: string): ReadonlySet<string> {
  return new Set(wordsOf(question).filter((word) => !STOP_WORDS.has(word)));
}

function wordsOf(text: string): string[] {
  return withoutSigns(fold(text.normalize("NFC")))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The boxes of a page with words of a question: where they are, and not how well they fit. */
export class QuestionWords {
  private readonly view: PageView;
  private readonly boxes: readonly number[];

  constructor(view: PageView, question: string) {
    this.view = view;
    this.boxes = boxesWith(view, contentWords(question));
  }

  /**
   * The next such box in the order of the page, after the box `from` or (-1) before it; without one,
   * the first that begins in view. Null where there is none.
   */
  next(from: number | null, direction: 1 | -1): number | null {
    const { navigator } = this.view;
    const start = from ?? this.view.firstInView();
    if (start === null) return null;
    const rank = navigator.rankOf(start);
    const ahead = this.boxes.filter((box) => {
      const distance = (navigator.rankOf(box) - rank) * direction;
      return distance > 0 || (from === null && distance === 0);
    });
    return (direction === 1 ? ahead.at(0) : ahead.at(-1)) ?? null;
  }
}

/**
 * Boxes that hold enough of the words themselves: a table counts by its rows. Where none of its rows
 * has enough, it counts as a whole.
 */
function boxesWith(view: PageView, words: ReadonlySet<string>): number[] {
  const found = new Map<number, Set<string>>();
  const { tokens } = view;
  // Soft hyphens and tags cut words in pieces.
  for (let position = 0; position < tokens.wordCount; position++) {
    for (const word of wordsOf(tokens.textOf(position))) {
      if (!words.has(word)) continue;
      const box = smallestCandidateAt(tokens.elementOf(position));
      if (box === null || !tokens.isWordShown(position)) continue;
      const inBox = found.get(box) ?? new Set();
      found.set(box, inBox.add(word));
    }
  }
  return smallestWithEnough(view.navigator, found, Math.max(1, Math.min(ENOUGH, words.size)));
}

/** `found` has the words of each box that lie in no smaller one. */
function smallestWithEnough(
  navigator: PageView["navigator"],
  found: ReadonlyMap<number, ReadonlySet<string>>,
  needed: number,
): number[] {
  const enough = new Set<number>();
  const handedUp = new Map<number, Set<string>>();
  const around = new Set<number>();
  // The boxes inside come before those around them.
  for (const box of [...navigator.order].reverse()) {
    const own = found.get(box) ?? new Set<string>();
    const whole = new Set([...own, ...(handedUp.get(box) ?? [])]);
    if (own.size >= needed || (whole.size >= needed && !around.has(box))) enough.add(box);
    const parent = navigator.parent(box);
    if (parent === null) continue;
    if (enough.has(box) || around.has(box)) around.add(parent);
    else handedUp.set(parent, new Set([...whole, ...(handedUp.get(parent) ?? [])]));
  }
  return navigator.order.filter((box) => enough.has(box));
}
