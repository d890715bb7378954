import type { ApiError } from "@/api/errors";

import type { Drafted, DraftOf, Restored, SaveState } from "./draftKeeper";

/** What is known of an answer's way to the server. */
export interface SessionState<Opened extends Drafted> {
  readonly saveState: SaveState<Opened>;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  /** Why the last submission was not taken, or not sent. */
  readonly problem: string | null;
}

/** Sends a request by which an assignment is left. */
export type LeaveBy = <Left>(send: () => Promise<Left>) => Promise<Left>;

export interface Refusals {
  /** True when the page shows the refusal itself. */
  readonly onRefused?: (error: ApiError) => boolean;
  /** The server answered, and has not taken it. */
  readonly onStopped?: () => void;
}

export interface DraftSession<Opened extends Drafted, Content> extends SessionState<Opened> {
  /** Whether the question has been on screen long enough for decisions to count. */
  readonly hasLooked: boolean;
  /** Whether something may be submitted now; else the problem says why not. */
  readonly isReady: () => boolean;
  /** Says why nothing is submitted. */
  readonly say: (problem: string) => void;
  /** Keeps a draft; `soon` sends it at once. */
  readonly keep: (draft: DraftOf<Opened>, options?: { soon?: boolean }) => void;
  readonly submit: (content: Content, refusals?: Refusals) => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  /** Sends what gives the assignment away, after what is left to save and with no draft behind. */
  readonly leaveBy: LeaveBy;
}

type SessionEvent<Opened extends Drafted> =
  | { readonly type: "saving"; readonly saveState: SaveState<Opened> }
  | { readonly type: "submit" }
  | { readonly type: "retry" }
  | { readonly type: "answered" }
  | { readonly type: "say"; readonly problem: string };

export function beginSession<Opened extends Drafted>(opened: {
  readonly restored: Restored<DraftOf<Opened>>;
}): SessionState<Opened> {
  // What only the browser has is sent once the page stands; until then it is not saved.
  const kind = opened.restored.kind === "browser" ? "saving" : "saved";
  return { saveState: { kind }, submitting: "no", problem: null };
}

export function sessionReducer<Opened extends Drafted>(
  state: SessionState<Opened>,
  event: SessionEvent<Opened>,
): SessionState<Opened> {
  switch (event.type) {
    case "saving":
      return { ...state, saveState: event.saveState };
    case "submit":
      return { ...state, submitting: "yes", problem: null };
    case "retry":
      return { ...state, submitting: "retrying" };
    case "answered":
      return { ...state, submitting: "no" };
    case "say":
      return { ...state, problem: event.problem };
  }
}
