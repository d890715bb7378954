import { ApiError, isTransient } from "@/api/errors";
import type { AnswerOnScreen, Meeting } from "@/api/judging";

/** Milliseconds between two questions for news. */
const EVERY = 1_000;
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000];

export type Connection =
  | { readonly kind: "live" }
  /** The server does not answer; asked again by itself. */
  | { readonly kind: "lost" }
  | { readonly kind: "signed_out" }
  /** The server refuses for good. */
  | { readonly kind: "refused"; readonly error: ApiError };

export interface MeetingView {
  readonly meeting: Meeting | null;
  readonly connection: Connection;
  /**
   * The answer that the reader is writing about, if the others have moved on to another one: the
   * reader's text must not end up there.
   */
  readonly held: AnswerOnScreen | null;
  /** What others did, for people who can't see it, newest last. */
  readonly news: readonly string[];
}

interface StoreOptions {
  /** The meeting, or null when it still is what `since` was. */
  readonly read: (since: number | null, signal: AbortSignal) => Promise<Meeting | null>;
  /** Whether the reader is writing about the answer on screen. */
  readonly isWriting: () => boolean;
  readonly describe: (before: Meeting, after: Meeting) => string[];
  readonly onSignedOut: () => void;
}

/**
 * The meeting as the server has it. Asks for news once a second while the tab is visible, less
 * often while the server doesn't respond, and at once when the tab or the connection comes back.
 */
export class MeetingStore {
  private readonly options: StoreOptions;
  private readonly listeners = new Set<() => void>();
  private view: MeetingView = {
    meeting: null,
    connection: { kind: "live" },
    held: null,
    news: [],
  };
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asking: AbortController | null = null;
  private failures = 0;
  private running = false;

  constructor(options: StoreOptions) {
    this.options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly read = (): MeetingView => this.view;

  start(): void {
    this.running = true;
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.wake();
  }

  stop(): void {
    this.running = false;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.pause();
  }

  /** Asks now, unless nobody would see the answer. */
  readonly wake = (): void => {
    if (!this.running) return;
    this.pause();
    if (document.visibilityState === "hidden") return;
    void this.ask();
  };

  /** Takes a meeting that came in another way, such as the answer to a move of one's own. */
  accept(meeting: Meeting): void {
    const before = this.view.meeting;
    if (before && meeting.revision < before.revision) return;
    const moved = before?.answer && before.answer.number !== meeting.answer?.number;
    let { held, news } = this.view;
    if (moved && held === null && !meeting.shown_by_you && this.options.isWriting())
      held = before.answer;
    // Back on the answer that was held: there is nothing to keep apart.
    if (held?.number === meeting.answer?.number) held = null;
    if (before) news = [...news, ...this.options.describe(before, meeting)].slice(-5);
    this.show({ meeting, held, news });
  }

  /** Moves to where the others are. */
  release(): void {
    if (this.view.held) this.show({ held: null });
  }

  private pause(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.asking?.abort();
    this.asking = null;
  }

  private async ask(): Promise<void> {
    const asking = new AbortController();
    this.asking = asking;
    try {
      const meeting = await this.options.read(this.view.meeting?.revision ?? null, asking.signal);
      if (asking.signal.aborted) return;
      this.failures = 0;
      if (meeting) this.accept(meeting);
      this.connect({ kind: "live" });
      this.askLater(EVERY);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const isSignedOut = error.status === 401;
    if (!isSignedOut && !isTransient(error) && error.status !== 429) {
      this.connect({ kind: "refused", error });
      return;
    }
    if (isSignedOut && this.view.connection.kind !== "signed_out") this.options.onSignedOut();
    this.connect({ kind: isSignedOut ? "signed_out" : "lost" });
    const delay = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)] ?? EVERY;
    this.failures += 1;
    this.askLater(delay);
  }

  private askLater(delay: number): void {
    this.asking = null;
    if (this.running) this.timer = setTimeout(this.wake, delay);
  }

  private connect(connection: Connection): void {
    if (connection.kind !== this.view.connection.kind) this.show({ connection });
  }

  private show(change: Partial<MeetingView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
