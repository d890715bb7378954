import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from "react";

import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import type { Me } from "@/api/types";
import { notifyDone } from "@/components/notify";

import {
  DraftKeeper,
  draftOf,
  restoreDraft,
  type Drafted,
  type DraftOf,
  type Restored,
  type SaveState,
} from "./draftKeeper";
import {
  beginSession,
  sessionReducer,
  type DraftSession,
  type LeaveBy,
  type Refusals,
} from "./draftSession";
import { browserStorage, DraftStore, type DraftKind } from "./draftStore";
import type { DraftTarget } from "./draftTarget";
import { forgetTyping } from "./keptTyping";
import { submitUntilAnswered } from "./submission";
import { TOO_SOON, useFirstLook } from "./useFirstLook";
import type { Reason } from "./useReason";

/** Milliseconds after which the draft of somebody who only reads is saved, to renew the lease. */
const HEARTBEAT_MS = 120_000;

/** Codes of refusals that no other answer would cure. */
const CLOSED: readonly string[] = ["already_submitted", "not_open"];

interface Openable extends Drafted {
  /** The annotation that is being changed, or null for a first answer. */
  readonly revising: number | null;
}

/** What an assignment was opened with: the server's draft, or the browser's where that is newer. */
export interface OpenedDraft<Draft extends object> {
  readonly draft: Draft | null;
  readonly restored: Restored<Draft>;
}

export function openDraft<Opened extends Openable>(
  assignment: Opened,
  kind: DraftKind<DraftOf<Opened>>,
  { storeKey }: Pick<DraftTarget, "storeKey">,
): OpenedDraft<DraftOf<Opened>> {
  const restored = restoreDraft(assignment, new DraftStore(kind, browserStorage()), storeKey);
  return { draft: restored.kind === "browser" ? restored.draft : draftOf(assignment), restored };
}

/** What becomes of a submission. */
export interface SubmissionEvents<Taken> {
  readonly onSubmitted: (annotation: Taken) => void;
  /**
   * The server doesn't answer, and the submission goes on being sent. True if the next question is
   * shown meanwhile: then `onSubmissionArrived` hears what became of it, null for a refusal.
   */
  readonly onSubmissionWaits?: (() => boolean) | undefined;
  readonly onSubmissionArrived?: ((annotation: Taken | null) => void) | undefined;
}

interface DraftSessionOptions<
  Opened extends Openable,
  Content extends object,
  Answer extends object,
  Taken,
> extends SubmissionEvents<Taken> {
  readonly assignment: Opened;
  readonly target: DraftTarget<Opened, Answer, Taken>;
  readonly opened: OpenedDraft<DraftOf<Opened>>;
  readonly kind: DraftKind<DraftOf<Opened>>;
  /** Why a submitted answer is changed; nothing where no answer is. */
  readonly reason?: Reason;
  readonly readDraft: () => DraftOf<Opened>;
  /** Adds what goes along with an answer, such as the time that it took. */
  readonly complete: (content: Content) => Answer;
  /** Whether there is something to save when the annotator only reads. */
  readonly mayBeat: () => boolean;
  /** Whether somebody has worked until now, whose time is to be saved before the page goes. */
  readonly hasWorked: () => boolean;
  readonly onSaved?: (assignment: Opened) => void;
  /** A conflict was decided: shows the draft that won. */
  readonly onRestore: (draft: DraftOf<Opened> | null, theirs: Opened) => void;
}

/** One assignment's draft and submission, from its opening to the server's acceptance. */
export function useDraftSession<
  Opened extends Openable,
  Content extends object,
  Answer extends object,
  Taken,
>(options: DraftSessionOptions<Opened, Content, Answer, Taken>): DraftSession<Opened, Content> {
  const { assignment, kind, reason, target } = options;
  const { standing, storeKey } = target;
  const [state, dispatch] = useReducer(
    sessionReducer<Opened>,
    options.opened,
    beginSession<Opened>,
  );
  const queryClient = useQueryClient();
  const keeper = useRef<DraftKeeper<Opened> | null>(null);
  /** The annotation that is revised: another one once a conflict with a newer one was decided. */
  const revising = useRef(assignment.revising);
  const hasLooked = useFirstLook();

  const onSaved = useEffectEvent((saved: Opened) => {
    revising.current = saved.revising;
    options.onSaved?.(saved);
  });
  const onState = useEffectEvent((saveState: SaveState<Opened>) => {
    dispatch({ type: "saving", saveState });
    // Asking who is signed in makes the shell ask for the password again.
    if (saveState.kind === "signed_out") {
      void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
    }
  });
  const firstOptions = useEffectEvent(() => options);
  const save = useEffectEvent((draft: DraftOf<Opened> & { version: number }) =>
    target.save(draft, { revising: revising.current }),
  );

  const saveTime = () => {
    // Looking at a submitted answer leaves no draft of a revision, nor is other time measured.
    if (target.back === null && options.hasWorked()) keeper.current?.saveTime(options.readDraft());
  };
  const onLeaving = useEffectEvent(() => {
    saveTime();
    keeper.current?.flush();
  });

  useEffect(() => {
    const first = firstOptions();
    const made = new DraftKeeper<Opened>({
      assignment: first.assignment,
      storeKey: first.target.storeKey,
      store: new DraftStore(first.kind, browserStorage()),
      send: (draft) => save(draft),
      onState,
      onSaved,
    });
    keeper.current = made;
    if (first.target.standing !== "open") made.hold();
    const { restored } = first.opened;
    if (restored.kind === "browser") made.keep(restored.draft, { soon: true });
    if (restored.kind === "conflict") made.reportConflict(restored.mine, first.assignment);
    const leave = () => {
      onLeaving();
    };
    const stopWatching = watch(made, leave, queryClient);
    return () => {
      stopWatching();
      leave();
      const isOver = made.state.kind === "ended";
      if (isOver) forgetTyping(first.target.storeKey);
      made.stop({ forget: isOver });
      keeper.current = null;
    };
  }, [assignment.id, queryClient]);

  useEffect(() => {
    if (standing === "open") keeper.current?.unhold();
    if (standing !== "ended") return;
    keeper.current?.end();
    // Loaded again, the page shows another question.
    const forget = () => {
      forgetTyping(storeKey);
      keeper.current?.stop({ forget: true });
    };
    window.addEventListener("pagehide", forget);
    return () => {
      window.removeEventListener("pagehide", forget);
    };
  }, [standing, storeKey]);

  const beat = useEffectEvent(() => {
    // What is only reserved has no lease, and nobody has typed in it by reading.
    if (standing === "open" && options.mayBeat()) keeper.current?.keep(options.readDraft());
  });
  useEffect(() => {
    const interval = setInterval(() => {
      beat();
    }, HEARTBEAT_MS);
    return () => {
      clearInterval(interval);
    };
  }, []);

  const keep = useCallback((draft: DraftOf<Opened>, soon?: { soon?: boolean }) => {
    keeper.current?.keep(draft, soon);
  }, []);
  const say = (problem: string) => {
    dispatch({ type: "say", problem });
  };

  const leaveBy: LeaveBy = async (send) => {
    const current = keeper.current;
    saveTime();
    await current?.finish();
    try {
      return await send();
    } catch (error) {
      current?.goOn();
      throw error;
    }
  };

  const resolveConflict = (choice: "mine" | "theirs") => {
    const conflict = keeper.current?.state;
    if (conflict?.kind !== "conflict") return;
    revising.current = conflict.theirs.revising;
    const theirs = keeper.current?.resolve(choice);
    // After a reload what is on screen is the server's, so the browser's has to be brought back.
    options.onRestore(theirs ? draftOf(theirs) : conflict.mine, conflict.theirs);
  };

  const readCurrent = () => target.read({ revising: revising.current });

  /** Whether the later version is this tab's own, sent before the connection broke. */
  const isOwnVersion = async (current: DraftKeeper<Opened>): Promise<boolean> => {
    try {
      const theirs = await readCurrent();
      const isSame = theirs.revising === revising.current;
      return isSame && current.takeOwn(theirs, options.readDraft());
    } catch {
      return false;
    }
  };

  const reportStale = async (current: DraftKeeper<Opened>) => {
    try {
      current.reportConflict(options.readDraft(), await readCurrent());
    } catch {
      say("Another tab has saved a later version. Reload this page to see it.");
    }
    current.goOn();
  };

  const isReady = () => {
    const isReasonMissing = reason?.isNeeded === true && reason.text.trim() === "";
    if (!hasLooked) say(TOO_SOON);
    else if (isReasonMissing) say(reason.words.missing);
    return hasLooked && !isReasonMissing;
  };

  /** Sends an answer until the server has answered. `onWaits` hears that it doesn't yet. */
  const send = async (current: DraftKeeper<Opened>, content: Content, onWaits: () => void) => {
    const why = reason?.text.trim() ?? "";
    const isAnotherPerson = personWatch(queryClient);
    await current.settle();
    const attempt = () =>
      submitUntilAnswered({
        storeKey,
        answer: JSON.stringify(reason ? { ...content, reason: why } : content),
        send: (idempotencyKey) =>
          target.submit(
            { ...options.complete(content), version: current.knownVersion },
            { idempotencyKey, revising: revising.current, reason: why },
          ),
        store: new DraftStore(kind, browserStorage()),
        onRetry: ({ isSignedOut }) => {
          dispatch({ type: "retry" });
          if (isSignedOut) void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
          else onWaits();
        },
        isAnotherPerson,
      });
    const outcome = await attempt();
    return outcome.kind === "stale" && (await isOwnVersion(current)) ? attempt() : outcome;
  };

  const submit = (content: Content, { onRefused, onStopped }: Refusals = {}) => {
    const current = keeper.current;
    // Another tab was quicker, or the question is somebody else's: nothing is taken any more.
    if (!current || current.state.kind === "closed") return;
    if (state.submitting !== "no" || standing !== "open" || !isReady()) return;
    dispatch({ type: "submit" });
    const isStillShown = () => keeper.current === current;
    void (async () => {
      /** Whether the next question is on screen, while this answer is still being sent. */
      const next = { isShown: false };
      const outcome = await send(current, content, () => {
        if (isStillShown()) next.isShown = options.onSubmissionWaits?.() === true;
      });
      dispatch({ type: "answered" });
      if (outcome.kind === "accepted") {
        current.stop({ forget: true });
        // Anyone who has left the page meanwhile is told so, and not led away from another one.
        if (next.isShown) options.onSubmissionArrived?.(outcome.annotation);
        else if (!isStillShown()) notifyDone("Your answer has been submitted.");
        else {
          reason?.forget();
          options.onSubmitted(outcome.annotation);
        }
        return;
      }
      onStopped?.();
      if (next.isShown) {
        // The answer stays in this browser; the question is the one to go on with.
        notifyDone("Your last answer could not be submitted. It is kept.", { stays: true });
        options.onSubmissionArrived?.(null);
      } else if (outcome.kind === "stale") {
        if (isStillShown()) await reportStale(current);
      } else if (CLOSED.includes(outcome.error.code)) {
        // Another tab was quicker: only the way on is left.
        current.close(outcome.error);
      } else {
        // What was changed just before goes on being saved.
        current.goOn();
        reason?.noteRefusal(outcome.error);
        if (onRefused?.(outcome.error) !== true) say(outcome.error.detail);
      }
    })();
  };

  return { ...state, hasLooked, isReady, say, keep, submit, resolveConflict, leaveBy };
}

/** Tells whether somebody else has signed in since; where nobody has, or the server is gone, no. */
function personWatch(queryClient: ReturnType<typeof useQueryClient>): () => Promise<boolean> {
  const person = queryClient.getQueryData<Me>(queryKeys.me())?.username;
  return async () => {
    if (person === undefined) return false;
    try {
      const now = await queryClient.query({ ...meQuery(), staleTime: 0, retry: false });
      return now.username !== person;
    } catch {
      return false;
    }
  };
}

/** Sends what is left when the tab is hidden, the connection is back, or somebody signs in. */
function watch(
  keeper: Pick<DraftKeeper<Drafted>, "flush" | "isAtRisk">,
  leave: () => void,
  queryClient: ReturnType<typeof useQueryClient>,
): () => void {
  const hidden = () => {
    if (document.visibilityState === "hidden") leave();
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (keeper.isAtRisk) event.preventDefault();
  };
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("beforeunload", warn);
  window.addEventListener("pagehide", leave);
  window.addEventListener("online", keeper.flush);
  const me = JSON.stringify(queryKeys.me());
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    const signedIn =
      event.type === "updated" &&
      event.action.type === "success" &&
      JSON.stringify(event.query.queryKey) === me;
    if (signedIn) keeper.flush();
  });
  return () => {
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("beforeunload", warn);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("online", keeper.flush);
    unsubscribe();
  };
}
