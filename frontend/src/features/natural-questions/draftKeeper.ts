import { ApiError, isTransient } from "@/api/errors";
import type { Assignment, Draft } from "@/api/types";

import type { DraftStore } from "./draftStore";
import { sameDraft } from "./wire";

/** Milliseconds from a change to its saving. */
const SAVE_DELAY = 600;
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000];

export type SaveState =
  | { readonly kind: "saved" }
  | { readonly kind: "saving" }
  /** Kept in this browser; sent again by itself. */
  | { readonly kind: "offline" }
  | { readonly kind: "signed_out" }
  /** Another tab or device has saved something else. */
  | { readonly kind: "conflict"; readonly mine: Draft; readonly theirs: Assignment }
  /** The server does not take drafts for this assignment any more. */
  | { readonly kind: "closed"; readonly error: ApiError };

export interface KeeperOptions {
  readonly assignment: Assignment;
  readonly store: DraftStore;
  readonly send: (draft: Draft & { version: number }) => Promise<Assignment>;
  readonly onState: (state: SaveState) => void;
  /** The server's answer to a draft: it may carry the page. */
  readonly onSaved: (assignment: Assignment) => void;
}

/**
 * Keeps one assignment's draft: in the browser at once, on the server soon. One request is under
 * way at a time, and what changes meanwhile follows it.
 */
export class DraftKeeper {
  private readonly options: KeeperOptions;
  private readonly id: number;
  private version: number;
  private pending: Draft | null = null;
  private sending: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failures = 0;
  /** Sent since the last answer: each of them may have arrived. */
  private unanswered: Draft[] = [];
  private held = false;
  private settled = false;
  private stopped = false;
  private current: SaveState = { kind: "saved" };

  constructor(options: KeeperOptions) {
    this.options = options;
    this.id = options.assignment.id;
    this.version = options.assignment.version;
  }

  get state(): SaveState {
    return this.current;
  }

  /** The draft's version on the server, as far as this browser knows. */
  get knownVersion(): number {
    return this.version;
  }

  /** Keeps a draft. `soon` sends it at once instead of within the delay. */
  keep(draft: Draft, { soon = false } = {}): void {
    if (this.stopped) return;
    this.pending = draft;
    this.remember(null);
    if (this.current.kind === "conflict" || this.current.kind === "closed") return;
    if (this.failures === 0) this.setState({ kind: "saving" });
    if (soon) this.flush();
    else this.timer ??= setTimeout(this.flush, SAVE_DELAY);
  }

  /** Sends what is not saved yet. Called before the tab closes and when the connection is back. */
  readonly flush = (): void => {
    this.clearTimer();
    if (!this.pending || this.sending || this.held || this.settled || this.stopped) return;
    if (this.current.kind === "conflict" || this.current.kind === "closed") return;
    this.sending = this.sendPending(this.pending).finally(() => {
      this.sending = null;
      if (this.pending && this.failures === 0) this.flush();
    });
  };

  /** Waits with saving until the assignment is really the caller's. */
  hold(): void {
    this.held = true;
  }

  unhold(): void {
    this.held = false;
    this.flush();
  }

  /** Ends what is under way and sends nothing more, so that nothing overtakes a submission. */
  async settle(): Promise<void> {
    this.settled = true;
    this.clearTimer();
    while (this.sending) {
      await this.sending;
      this.clearTimer();
    }
  }

  /** Saves again, once a submission was not taken. */
  goOn(): void {
    this.settled = false;
    this.flush();
  }

  /** Decides a conflict. Returns the assignment to show when the other version wins. */
  resolve(choice: "mine" | "theirs"): Assignment | null {
    if (this.current.kind !== "conflict") return null;
    const { mine, theirs } = this.current;
    this.version = theirs.version;
    this.setState({ kind: "saved" });
    if (choice === "theirs") {
      this.acknowledge();
      return theirs;
    }
    this.keep(mine, { soon: true });
    return null;
  }

  /** Reports a conflict that was found elsewhere: on return, or when submitting. */
  reportConflict(mine: Draft, theirs: Assignment): void {
    this.clearTimer();
    this.pending = mine;
    this.remember(null);
    this.setState({ kind: "conflict", mine, theirs });
  }

  /** Stops for good. With `forget`, nothing is left in the browser. */
  stop({ forget = false } = {}): void {
    this.clearTimer();
    this.stopped = true;
    if (forget) this.options.store.forget(this.id);
  }

  private async sendPending(draft: Draft): Promise<void> {
    // Without a connection the reader is told so until a request has got through.
    if (this.failures === 0) this.setState({ kind: "saving" });
    this.remember(draft);
    try {
      this.accept(draft, await this.options.send({ ...draft, version: this.version }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refuse(draft, error);
    }
  }

  private accept(draft: Draft, assignment: Assignment): void {
    this.failures = 0;
    this.unanswered = [];
    this.version = assignment.version;
    if (this.pending === draft) this.acknowledge();
    else this.remember(null);
    if (this.stopped) return;
    this.setState({ kind: this.pending ? "saving" : "saved" });
    this.options.onSaved(assignment);
  }

  private refuse(draft: Draft, error: ApiError): void {
    if (error.code === "stale_draft") {
      const theirs = readAssignment(error.body);
      // The answer to an earlier request got lost, but the draft had arrived.
      if (theirs && sameDraft(theirs.draft, draft)) {
        this.accept(draft, theirs);
        return;
      }
      if (theirs && this.unanswered.some((sent) => sameDraft(theirs.draft, sent))) {
        this.failures = 0;
        this.unanswered = [];
        this.version = theirs.version;
        return;
      }
      if (theirs) {
        this.reportConflict(this.pending ?? draft, theirs);
        return;
      }
    }
    if (isTransient(error) || error.status === 401 || error.status === 429) {
      const delay = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
      this.failures += 1;
      this.unanswered.push(draft);
      this.setState({ kind: error.status === 401 ? "signed_out" : "offline" });
      this.clearTimer();
      if (!this.stopped) this.timer = setTimeout(this.flush, delay);
      return;
    }
    this.failures = 0;
    this.pending = null;
    this.setState({ kind: "closed", error });
  }

  private acknowledge(): void {
    this.pending = null;
    this.options.store.forget(this.id);
  }

  private remember(sent: Draft | null): void {
    if (!this.pending) return;
    this.options.store.write(this.id, { draft: this.pending, version: this.version, sent });
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private setState(state: SaveState): void {
    const isNews = state.kind !== this.current.kind || state.kind === "conflict";
    this.current = state;
    if (!isNews) return;
    if (!this.stopped) this.options.onState(state);
  }
}

export type Restored =
  /** What the server has is what there is. */
  | { readonly kind: "server" }
  /** This browser has something newer, which the server has not got yet. */
  | { readonly kind: "browser"; readonly draft: Draft }
  | { readonly kind: "conflict"; readonly mine: Draft };

/** What to go on with when an assignment is opened again. */
export function restoreDraft(assignment: Assignment, store: DraftStore): Restored {
  const kept = store.read(assignment.id);
  if (!kept || sameDraft(kept.draft, assignment.draft)) {
    store.forget(assignment.id);
    return { kind: "server" };
  }
  const mayFollow =
    kept.version === assignment.version ||
    // The last request arrived although its answer did not.
    (kept.sent !== null && sameDraft(kept.sent, assignment.draft)) ||
    assignment.draft === null;
  return mayFollow
    ? { kind: "browser", draft: kept.draft }
    : { kind: "conflict", mine: kept.draft };
}

/** The current assignment that a stale draft's error carries. */
export function readAssignment(body: unknown): Assignment | null {
  if (typeof body !== "object" || body === null || !("assignment" in body)) return null;
  return body.assignment as Assignment | null;
}
