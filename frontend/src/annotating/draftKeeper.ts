import { ApiError, isTransient } from "@/api/errors";

import type { DraftStore, StoreKey } from "./draftStore";
import { isStale } from "./submission";

/** Milliseconds from a change to its saving. */
const SAVE_DELAY = 600;
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000];
/** Seconds that are worth a draft of their own. */
const WORTH_SAVING = 1;

/** What the keeper has to know of an assignment, whatever is annotated in it. */
export interface Drafted {
  readonly id: number;
  readonly version: number;
  readonly draft: object | null;
}

export type DraftOf<Assignment extends Drafted> = NonNullable<Assignment["draft"]>;

export type SaveState<Assignment extends Drafted = Drafted> =
  | { readonly kind: "saved" }
  | { readonly kind: "saving" }
  /** Sent again by itself; kept in this browser, unless its storage is full or forbidden. */
  | { readonly kind: "offline" | "signed_out"; readonly isKept: boolean }
  /** Another tab or device has saved something else. */
  | { readonly kind: "conflict"; readonly mine: DraftOf<Assignment>; readonly theirs: Assignment }
  /** The server does not take this draft; the next change is sent. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The server does not take drafts for this assignment any more. */
  | { readonly kind: "closed"; readonly error: ApiError }
  /** It was only reserved, and is somebody else's by now: what was typed goes with the page. */
  | { readonly kind: "ended" };

interface KeeperOptions<Assignment extends Drafted> {
  readonly assignment: Assignment;
  /** What the browser keeps the draft under, where that is not the assignment's id. */
  readonly storeKey?: StoreKey;
  readonly store: DraftStore<DraftOf<Assignment>>;
  readonly send: (draft: DraftOf<Assignment> & { version: number }) => Promise<Assignment>;
  readonly onState: (state: SaveState<Assignment>) => void;
  /** The server's answer to a draft: it may carry the page. */
  readonly onSaved: (assignment: Assignment) => void;
}

/**
 * Keeps one assignment's draft: in the browser at once, on the server soon. One request is under
 * way at a time, and what changes meanwhile follows it.
 */
export class DraftKeeper<Assignment extends Drafted> {
  private readonly options: KeeperOptions<Assignment>;
  private readonly id: StoreKey;
  private version: number;
  private pending: DraftOf<Assignment> | null = null;
  /** What the server has got, as far as this browser knows. */
  private saved: DraftOf<Assignment> | null;
  /** The time of the last draft that was kept or saved. */
  private seconds = 0;
  private sending: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private failures = 0;
  /** Sent since the last answer: each of them may have arrived. */
  private unanswered: DraftOf<Assignment>[] = [];
  private isKept = false;
  private held = false;
  private settled = false;
  private stopped = false;
  private current: SaveState<Assignment> = { kind: "saved" };

  constructor(options: KeeperOptions<Assignment>) {
    this.options = options;
    this.id = options.storeKey ?? options.assignment.id;
    this.version = options.assignment.version;
    this.saved = draftOf(options.assignment);
    if (this.saved) this.seconds = this.secondsOf(this.saved);
  }

  get state(): SaveState<Assignment> {
    return this.current;
  }

  /** The draft's version on the server, as far as this browser knows. */
  get knownVersion(): number {
    return this.version;
  }

  /** Whether what was typed is nowhere but on this page. */
  get isAtRisk(): boolean {
    if (this.current.kind === "ended") return !this.stopped;
    return this.current.kind !== "saved" && !this.isKept && !this.stopped;
  }

  /** Keeps a draft. `soon` sends it at once instead of within the delay. */
  keep(draft: DraftOf<Assignment>, { soon = false } = {}): void {
    if (this.stopped) return;
    this.pending = draft;
    this.seconds = this.secondsOf(draft);
    this.remember();
    // What is typed before the dialog is there belongs to this tab's version.
    if (this.current.kind === "conflict") this.setState({ ...this.current, mine: draft });
    if (this.takesNothing) return;
    if (this.failures === 0) this.setState({ kind: "saving" });
    else if ("isKept" in this.current) this.setState({ ...this.current, isKept: this.isKept });
    if (soon) this.flush();
    else this.timer ??= setTimeout(this.flush, SAVE_DELAY);
  }

  /**
   * Saves a draft in which nothing but the time has changed. It stays away from a submission, and
   * what stands in its way, such as another tab's draft, is for the next change to find.
   */
  saveTime(draft: DraftOf<Assignment>): void {
    if (this.held || this.settled || this.stopped) return;
    const seconds = this.secondsOf(draft);
    if (seconds - this.seconds < WORTH_SAVING) return;
    if (this.pending) this.keep(draft, { soon: true });
    else if (!this.sending && this.current.kind === "saved") {
      this.seconds = seconds;
      this.begin(this.sendTime(draft));
    }
  }

  /** Sends what is not saved yet. Called before the tab closes and when the connection is back. */
  readonly flush = (): void => {
    this.clearTimer();
    if (!this.pending || this.sending || this.held || this.settled || this.stopped) return;
    if (this.takesNothing) return;
    this.begin(this.sendPending(this.pending));
  };

  /** Whether the server would take no draft now. */
  private get takesNothing(): boolean {
    return ["conflict", "closed", "ended"].includes(this.current.kind);
  }

  private begin(request: Promise<void>): void {
    this.sending = request.finally(() => {
      this.sending = null;
      if (this.pending && this.failures === 0) this.flush();
    });
  }

  /** Waits with saving until the assignment is really the caller's. */
  hold(): void {
    this.held = true;
  }

  unhold(): void {
    this.held = false;
    this.flush();
  }

  /** Sends what is not saved yet, also what changed while a request was under way, and settles. */
  async finish(): Promise<void> {
    this.flush();
    while (this.sending) await this.sending;
    await this.settle();
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
    this.saved = draftOf(theirs);
    this.setState({ kind: "saved" });
    if (choice === "theirs") {
      this.acknowledge();
      return theirs;
    }
    this.keep(mine, { soon: true });
    return null;
  }

  /** Reports a conflict that was found elsewhere: on return, or when submitting. */
  reportConflict(mine: DraftOf<Assignment>, theirs: Assignment): void {
    this.clearTimer();
    this.pending = mine;
    this.unanswered = [];
    this.remember();
    this.setState({ kind: "conflict", mine, theirs });
  }

  /**
   * Goes on from what the server has, where that was sent from here and only the answer got lost,
   * says what `mine` says, or is what was saved before with more time. False for anything else.
   */
  takeOwn(theirs: Assignment, mine: DraftOf<Assignment> | null = null): boolean {
    const known = [this.saved, mine, ...this.unanswered];
    const isNews = theirs.version !== this.version;
    if (!isNews || !known.some((each) => each && this.isDraftOf(theirs, each))) return false;
    this.failures = 0;
    this.unanswered = [];
    this.version = theirs.version;
    return true;
  }

  /** Says that the server takes nothing more. What it has not got stays in the browser. */
  close(error: ApiError): void {
    this.clearTimer();
    this.failures = 0;
    this.pending = null;
    this.setState({ kind: "closed", error });
  }

  /** Says that the reservation has ended. What was typed stays in the browser until `stop`. */
  end(): void {
    this.clearTimer();
    this.setState({ kind: "ended" });
  }

  /** Stops for good. With `forget`, nothing is left in the browser. */
  stop({ forget = false } = {}): void {
    this.clearTimer();
    this.stopped = true;
    if (forget) this.options.store.forgetEverywhere(this.id);
  }

  private async sendPending(draft: DraftOf<Assignment>): Promise<void> {
    // Without a connection the user is told so until a request has got through.
    if (this.failures === 0) this.setState({ kind: "saving" });
    this.unanswered.push(draft);
    this.remember();
    try {
      this.accept(draft, await this.options.send({ ...draft, version: this.version }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refuse(draft, error);
    }
  }

  private async sendTime(draft: DraftOf<Assignment>): Promise<void> {
    try {
      const assignment = await this.options.send({ ...draft, version: this.version });
      this.version = assignment.version;
      if (!this.stopped) this.options.onSaved(assignment);
    } catch (error) {
      // Nobody has to be told of some seconds.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private accept(draft: DraftOf<Assignment>, assignment: Assignment): void {
    this.failures = 0;
    this.unanswered = [];
    this.version = assignment.version;
    this.saved = draft;
    if (this.pending === draft) this.acknowledge();
    else this.remember();
    if (this.stopped) return;
    this.setState({ kind: this.pending ? "saving" : "saved" });
    this.options.onSaved(assignment);
  }

  private refuse(draft: DraftOf<Assignment>, error: ApiError): void {
    if (isStale(error)) {
      const theirs = currentOf(error.body) as Assignment | null;
      // The answer to an earlier request got lost, but the draft had arrived.
      if (theirs && this.isDraftOf(theirs, draft)) {
        this.accept(draft, theirs);
        return;
      }
      if (theirs && this.takeOwn(theirs)) return;
      if (theirs) {
        this.reportConflict(this.pending ?? draft, theirs);
        return;
      }
    }
    if (isTransient(error) || error.status === 401 || error.status === 429) {
      const delay = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
      this.failures += 1;
      const kind = error.status === 401 ? "signed_out" : "offline";
      this.setState({ kind, isKept: this.isKept });
      this.clearTimer();
      if (!this.stopped) this.timer = setTimeout(this.flush, delay);
      return;
    }
    if (error.status === 400) this.reportRefusal(draft, error);
    else this.close(error);
  }

  /** The same draft would be refused again; it stays in the browser until the next change. */
  private reportRefusal(draft: DraftOf<Assignment>, error: ApiError): void {
    this.failures = 0;
    this.unanswered = [];
    if (this.pending === draft) this.pending = null;
    this.setState({ kind: "refused", error });
  }

  private secondsOf(draft: DraftOf<Assignment>): number {
    return this.options.store.kind.seconds?.(draft) ?? 0;
  }

  private isDraftOf(assignment: Assignment, draft: DraftOf<Assignment>): boolean {
    return this.options.store.kind.same(draftOf(assignment), draft);
  }

  private acknowledge(): void {
    this.pending = null;
    this.options.store.forget(this.id);
  }

  private remember(): void {
    if (!this.pending) return;
    this.isKept = this.options.store.write(this.id, {
      draft: this.pending,
      version: this.version,
      sent: this.unanswered.at(-1) ?? null,
      sentFirst: this.unanswered[0] ?? null,
    });
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private setState(state: SaveState<Assignment>): void {
    const isNews =
      state.kind !== this.current.kind ||
      state.kind === "conflict" ||
      ("isKept" in state && "isKept" in this.current && state.isKept !== this.current.isKept);
    this.current = state;
    if (!isNews) return;
    if (!this.stopped) this.options.onState(state);
  }
}

export type Restored<Draft> =
  /** What the server has is what there is. */
  | { readonly kind: "server" }
  /** This browser has something newer, which the server has not got yet. */
  | { readonly kind: "browser"; readonly draft: Draft }
  | { readonly kind: "conflict"; readonly mine: Draft };

/** What to go on with when an assignment is opened again. */
export function restoreDraft<Assignment extends Drafted>(
  assignment: Assignment,
  store: DraftStore<DraftOf<Assignment>>,
  storeKey: StoreKey = assignment.id,
): Restored<DraftOf<Assignment>> {
  const saved = draftOf(assignment);
  const kept = store.read(storeKey);
  if (!kept || store.kind.same(kept.draft, saved)) {
    store.forget(storeKey);
    return { kind: "server" };
  }
  const mayFollow =
    kept.version === assignment.version ||
    // The last request arrived although its answer did not.
    [kept.sent, kept.sentFirst].some((sent) => sent && store.kind.same(sent, saved)) ||
    saved === null;
  return mayFollow
    ? { kind: "browser", draft: kept.draft }
    : { kind: "conflict", mine: kept.draft };
}

export function draftOf<Assignment extends Drafted>(
  assignment: Assignment,
): DraftOf<Assignment> | null {
  return assignment.draft;
}

/** The current assignment that a stale draft's error carries. */
function currentOf(body: unknown): Drafted | null {
  if (typeof body !== "object" || body === null || !("assignment" in body)) return null;
  return body.assignment as Drafted | null;
}
