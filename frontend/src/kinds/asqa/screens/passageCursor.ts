import { CandidateCursor } from "@/anchoring/candidateCursor";
import { smallestCandidateAt } from "@/anchoring/candidateNavigator";
import type { PageView } from "@/anchoring/pageView";
import { passageBetween, select } from "@/anchoring/passageSelection";
import type { Candidate } from "@/anchoring/spans";
import { WordCursor } from "@/anchoring/wordCursor";
import { keyName } from "@/annotating/keys";
import { boxName } from "@/components/boxNames";

/** Selects a passage of a page by keyboard: box by box, then word by word inside of one. */
export class PassageCursor {
  private readonly view: PageView;
  private readonly announce: (text: string) => void;
  private readonly boxes: CandidateCursor;
  private words: WordCursor | null = null;

  constructor(view: PageView, announce: (text: string) => void) {
    this.view = view;
    this.announce = announce;
    this.boxes = new CandidateCursor(view, (box) => {
      if (box) this.takeBox(box);
    });
  }

  /** Moves by a key. False when it means nothing here. */
  handleKey(event: KeyboardEvent): boolean {
    const key = keyName(event);
    if (this.words) return this.handleWordKey(key, event.shiftKey, this.words);
    if (key === " " && this.box) {
      this.words = new WordCursor(this.view, this.box);
      return this.handleWordKey("Home", false, this.words);
    }
    return this.boxes.moveByKey(key, null);
  }

  /** Selects the smallest box around a place. */
  moveTo(place: Range): void {
    const box = smallestCandidateAt(place.startContainer);
    if (box === null) return;
    this.letGo({ stay: true });
    this.boxes.moveTo(box, "search");
  }

  /** Something else was selected, or nothing. The box keeps the cursor where `stay` says so. */
  letGo({ stay }: { stay: boolean }): void {
    this.words?.clear();
    this.words = null;
    if (!stay) this.boxes.clear();
  }

  private get box(): Candidate | null {
    const { position } = this.boxes;
    return position === null ? null : this.view.navigator.get(position);
  }

  private handleWordKey(key: string, extend: boolean, words: WordCursor): boolean {
    if (key === "Escape" && this.box) {
      this.letGo({ stay: true });
      this.takeBox(this.box);
      return true;
    }
    if (!words.moveByKey(key, { extend })) return false;
    if (words.span) {
      select(this.view, passageBetween(this.view, words.span));
      this.announce(this.view.shownTextOf(words.span));
    }
    return true;
  }

  private takeBox(box: Candidate): void {
    select(this.view, passageBetween(this.view, box));
    this.announce(`${boxName(box.tag)}: ${this.view.beginningOf(box)}`);
  }
}
