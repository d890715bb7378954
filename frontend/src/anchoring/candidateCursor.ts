import type { ChosenBy, PageView } from "./pageView";
import { isRightToLeft, mirrored } from "./rightToLeft";
import type { Candidate } from "./spans";

/**
 * The box that the annotator points at, by pointer or by keys. One box is lit at a time: the
 * pointer or the keys, whichever moved last. Pointer moves write one attribute and nothing else.
 */
export class CandidateCursor {
  private readonly view: PageView;
  /** Hears of moves by keyboard, and of null when that box is no longer the lit one. */
  private readonly onMove: (candidate: Candidate | null) => void;
  private focused: number | null = null;
  private hovered: number | null = null;

  constructor(view: PageView, onMove: (candidate: Candidate | null) => void) {
    this.view = view;
    this.onMove = onMove;
  }

  /** The box that keys have moved to. */
  get position(): number | null {
    return this.focused;
  }

  hover(candidate: number | null): void {
    this.hovered = candidate;
    this.view.setHover(candidate);
    if (this.focused === null) return;
    this.focused = null;
    this.onMove(null);
  }

  /** Moves to a box; it is lit and revealed. */
  moveTo(candidate: number, by: ChosenBy): void {
    const target = this.view.navigator.get(candidate);
    const element = this.view.elementOf(candidate);
    if (!target || !element) return;
    this.focused = candidate;
    this.hovered = null;
    this.view.setHover(candidate, by);
    this.view.reveal(element, by);
    this.onMove(target);
  }

  /**
   * Where keys move from: the cursor, or else the chosen box, or else the box under the pointer.
   * Null if that is out of sight: the user has gone on since, and keys begin where they read.
   */
  start(chosen: number | null): number | null {
    const from = this.focused ?? chosen ?? this.hovered;
    if (from === null || !this.view.navigator.get(from)) return null;
    return this.view.isInSight(from) ? from : null;
  }

  /** Moves by an arrow key, Home or End, from `start` or else into view. False for other keys. */
  moveByKey(key: string, chosen: number | null): boolean {
    const { navigator } = this.view;
    const known = this.start(chosen);
    // The boxes inside lie where the text leads: to the left in a page written from there.
    const isMirrored = known !== null && isRightToLeft(this.view.elementOf(known));
    const move = moves[isMirrored ? mirrored(key) : key];
    if (!move) return false;
    const target =
      known === null && key.startsWith("Arrow") ? this.view.firstInView() : move(navigator, known);
    if (target !== null) this.moveTo(target, "keys");
    return true;
  }

  /**
   * What Enter chooses: the box that keys have moved to, or else the chosen one, or else the lit
   * one.
   */
  target(chosen: number | null): number | null {
    return this.focused ?? chosen ?? this.hovered;
  }

  clear(): void {
    this.hover(null);
  }
}

type Navigator = PageView["navigator"];

const moves: Partial<Record<string, (navigator: Navigator, from: number | null) => number | null>> =
  {
    ArrowDown: (navigator, from) => (from === null ? null : navigator.next(from)),
    ArrowUp: (navigator, from) => (from === null ? null : navigator.previous(from)),
    ArrowLeft: (navigator, from) => (from === null ? null : navigator.parent(from)),
    ArrowRight: (navigator, from) => (from === null ? null : navigator.firstChild(from)),
    Home: (navigator) => navigator.first(),
    End: (navigator) => navigator.last(),
  };
