import { smallestCandidateAt } from "./candidateNavigator";

/** Pixels that the pointer must move before a press counts as a drag. */
const DRAG_DISTANCE = 4;
/** Pixels that a drag scrolls in each frame while it is above or below the page. */
const SCROLL_STEP = 14;

export interface PointerHit {
  /** The smallest candidate under the pointer. */
  readonly candidate: number | null;
  readonly target: Node | null;
  /** Whether there is text under the pointer, and not merely room around it. */
  readonly onText: boolean;
  readonly shift: boolean;
  /** How many clicks in a row this one makes: 2 for the second half of a double click. */
  readonly count: number;
  /** Whether a finger made it. */
  readonly touch: boolean;
}

export interface FrameHandlers {
  /** The smallest candidate under the pointer changed. At most once per frame. */
  readonly onHover?: (candidate: number | null) => void;
  readonly onClick?: (hit: PointerHit) => void;
  readonly onDoubleClick?: (hit: PointerHit) => void;
  /** A drag goes on (at most once per frame) or, with `done`, has ended. */
  readonly onDrag?: (range: Range | null, done: boolean) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly onScroll?: () => void;
  /** Any sign of the user: pointer, key, wheel, touch. */
  readonly onInput?: (event: Event) => void;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  readonly from: Position;
  readonly anchor: Range | null;
  moved: boolean;
}

/**
 * Listens in the page's document from outside; no script runs in there. Links, forms and native
 * drags are switched off.
 *
 * With `dragging` on, a drag selects text by way of `onDrag`. It is built on pointer positions
 * instead of the browser's selection, because a drag that starts on a link selects nothing.
 */
export class FrameBridge {
  dragging = false;
  private readonly document: Document;
  private readonly handlers: FrameHandlers;
  private readonly listening = new AbortController();
  private pointer: Position | null = null;
  private pointed: EventTarget | null = null;
  private quietAt: Position | null = null;
  private hovered: number | null = null;
  private drag: Drag | null = null;
  /** A mouse's button, or a pen, is down while drags select by way of `onDrag`. */
  private isPressed = false;
  private suppressClick = false;
  private frame = 0;

  constructor(document: Document, handlers: FrameHandlers) {
    this.document = document;
    this.handlers = handlers;
    const on = <K extends keyof DocumentEventMap>(
      type: K,
      listener: (event: DocumentEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => {
      document.addEventListener(type, listener, { ...options, signal: this.listening.signal });
    };
    const prevent = (event: Event) => {
      event.preventDefault();
    };
    on("pointermove", this.handleMove, { passive: true });
    on("pointerleave", this.handleLeave, { passive: true });
    on("pointerdown", this.handleDown);
    on("selectstart", this.handleSelectStart);
    on("pointerup", this.handleUp);
    on("pointercancel", this.handleCancel);
    on("click", this.handleClick);
    on("dblclick", this.handleDoubleClick);
    on("auxclick", prevent);
    on("dragstart", prevent);
    on("submit", prevent);
    on("keydown", this.handleKey);
    on("scroll", this.handleScroll, { passive: true, capture: true });
    on("wheel", this.handleInput, { passive: true });
    on("touchstart", this.handleInput, { passive: true });
  }

  detach(): void {
    this.listening.abort();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.drag = null;
  }

  /**
   * Ignores the pointer until it really moves, or presses. Call it before scrolling by keyboard: the
   * browser reports a move when the page slides along under a pointer at rest.
   */
  quiet(): void {
    this.quietAt = this.pointer;
    this.hovered = null;
  }

  get isDragging(): boolean {
    return this.drag !== null;
  }

  readonly cancelDrag = (): void => {
    if (!this.drag) return;
    // Its release is no click either.
    this.suppressClick = this.drag.moved;
    this.drag = null;
    this.handlers.onDrag?.(null, false);
  };

  private readonly handleInput = (event: Event): void => {
    this.handlers.onInput?.(event);
  };

  private readonly handleScroll = (event: Event): void => {
    this.handlers.onInput?.(event);
    this.handlers.onScroll?.();
  };

  private readonly handleMove = (event: PointerEvent): void => {
    this.handlers.onInput?.(event);
    // The button was let go outside of the page, and nobody has said so.
    if (this.isPressed && event.buttons === 0) this.handleUp(event);
    this.pointer = { x: event.clientX, y: event.clientY };
    this.pointed = event.target;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.handleFrame);
  };

  private readonly handleLeave = (): void => {
    this.pointed = null;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.handleFrame);
  };

  private readonly handleFrame = (): void => {
    this.frame = 0;
    if (this.drag) this.continueDrag(this.drag);
    else this.reportHover();
  };

  private reportHover(): void {
    if (this.quietAt && this.pointer) {
      if (distance(this.quietAt, this.pointer) < DRAG_DISTANCE) return;
      this.quietAt = null;
    }
    const candidate = smallestCandidateAt(asNode(this.pointed));
    if (candidate === this.hovered) return;
    this.hovered = candidate;
    this.handlers.onHover?.(candidate);
  }

  private readonly handleDown = (event: PointerEvent): void => {
    this.handlers.onInput?.(event);
    this.suppressClick = false;
    // Who presses means what is there, though the pointer was at rest while keys moved on.
    this.quietAt = null;
    this.pointed = event.target;
    this.reportHover();
    this.isPressed = this.dragging && event.pointerType !== "touch";
    if (!this.isPressed || event.button !== 0 || event.shiftKey) return;
    const from = { x: event.clientX, y: event.clientY };
    this.pointer = from;
    this.drag = { from, anchor: caretAt(this.document, from), moved: false };
  };

  /**
   * Keeps the browser from selecting beside `onDrag`. The press itself is not prevented: then a
   * drag that leaves the frame, and its release out there, would be heard by nobody.
   */
  private readonly handleSelectStart = (event: Event): void => {
    if (this.isPressed) event.preventDefault();
  };

  private continueDrag(drag: Drag): void {
    const pointer = this.pointer;
    if (!pointer) return;
    if (!drag.moved && distance(drag.from, pointer) < DRAG_DISTANCE) return;
    drag.moved = true;
    this.handlers.onDrag?.(this.dragRange(drag, pointer), false);
    const step = scrollStep(pointer.y, this.document.defaultView?.innerHeight ?? 0);
    if (step !== 0) {
      this.document.defaultView?.scrollBy(0, step);
      this.frame = requestAnimationFrame(this.handleFrame);
    }
  }

  private readonly handleCancel = (): void => {
    this.isPressed = false;
    this.cancelDrag();
  };

  private readonly handleUp = (event: PointerEvent): void => {
    if (this.isPressed) leaveLink(this.document);
    this.isPressed = false;
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    const to = { x: event.clientX, y: event.clientY };
    if (!drag.moved && distance(drag.from, to) < DRAG_DISTANCE) return;
    this.suppressClick = true;
    this.handlers.onDrag?.(this.dragRange(drag, to), true);
  };

  private dragRange(drag: Drag, to: Position): Range | null {
    const focus = caretAt(this.document, this.inView(to));
    return drag.anchor && focus ? spanning(drag.anchor, focus) : null;
  }

  /** The nearest place in the frame; outside of it there is no text. */
  private inView({ x, y }: Position): Position {
    const { innerWidth, innerHeight } = this.document.defaultView ?? window;
    return { x: clamp(x, innerWidth - 1), y: clamp(y, innerHeight - 1) };
  }

  private readonly handleClick = (event: MouseEvent): void => {
    event.preventDefault();
    if (this.suppressClick) {
      this.suppressClick = false;
      return;
    }
    // Marking text to copy it doesn't choose the box.
    if (!this.dragging && this.document.getSelection()?.isCollapsed === false) return;
    this.handlers.onClick?.(hitOf(this.document, event));
  };

  private readonly handleDoubleClick = (event: MouseEvent): void => {
    this.handlers.onDoubleClick?.(hitOf(this.document, event));
  };

  private readonly handleKey = (event: KeyboardEvent): void => {
    this.handlers.onInput?.(event);
    this.handlers.onKey?.(event);
  };
}

/** The range between two caret positions, whichever comes first. */
export function spanning(one: Range, other: Range): Range {
  const range = one.cloneRange();
  if (one.compareBoundaryPoints(Range.START_TO_START, other) <= 0) {
    range.setEnd(other.startContainer, other.startOffset);
  } else {
    range.setStart(other.startContainer, other.startOffset);
  }
  return range;
}

function caretAt(document: Document, position: Position): Range | null {
  if ("caretPositionFromPoint" in document) {
    const caret = document.caretPositionFromPoint(position.x, position.y);
    if (!caret) return null;
    const range = document.createRange();
    range.setStart(caret.offsetNode, caret.offset);
    return range;
  }
  const older = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null };
  return older.caretRangeFromPoint?.(position.x, position.y) ?? null;
}

function hitOf(document: Document, event: MouseEvent): PointerHit {
  const target = asNode(event.target);
  const { shiftKey: shift, detail: count } = event;
  // In browsers of today a click is a pointer's event; in others nobody knows what made it.
  const touch = "pointerType" in event && event.pointerType === "touch";
  const onText = isOnText(document, { x: event.clientX, y: event.clientY });
  return { candidate: smallestCandidateAt(target), target, onText, shift, count, touch };
}

/** Whether a character other than white space is at a point: the caret's place is the nearest one. */
function isOnText(document: Document, { x, y }: Position): boolean {
  const caret = caretAt(document, { x, y });
  if (caret?.startContainer.nodeType !== 3) return false;
  const { data } = caret.startContainer as Text;
  return [caret.startOffset - 1, caret.startOffset].some((offset) => {
    if (!/\S/.test(data.charAt(offset))) return false;
    const character = document.createRange();
    character.setStart(caret.startContainer, offset);
    character.setEnd(caret.startContainer, offset + 1);
    const { left, right, top, bottom } = character.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
}

/** The frame's nodes are of another window, so `instanceof Node` does not know them. */
function asNode(target: EventTarget | null): Node | null {
  return target && "nodeType" in target ? (target as Node) : null;
}

/** A press on a link has put the focus on it, where Enter would press it once more. */
function leaveLink(document: Document): void {
  (document.activeElement as HTMLElement | null)?.blur();
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function distance(one: Position, other: Position): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function scrollStep(y: number, height: number): number {
  if (y < 0) return -SCROLL_STEP;
  return y >= height ? SCROLL_STEP : 0;
}
