import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useContext, useEffect, useEffectEvent, useRef, useState } from "react";

import { ownAnnotationQuery } from "@/api/annotations";
import { assignmentQuery } from "@/api/assignments";
import type { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import type { AssignmentState, Me } from "@/api/types";
import { notifyDone } from "@/components/notify";

import { AnswerSourceContext } from "./answerSource";
import {
  DraftKeeper,
  restoreDraft,
  type Drafted,
  type DraftOf,
  type Restored,
  type SaveState,
} from "./draftKeeper";
import { browserStorage, DraftStore, type DraftKind, type StoreKey } from "./draftStore";
import { forgetTyping } from "./keptTyping";
import { submitUntilAnswered } from "./submission";
import { TOO_SOON, useFirstLook } from "./useFirstLook";

/** Milliseconds after which the draft of somebody who only reads is saved, to renew the lease. */
const HEARTBEAT_MS = 120_000;

/** Codes of refusals that no other answer would cure. */
const CLOSED: readonly string[] = ["already_submitted", "not_open"];

interface SessionAssignment extends Drafted {
  readonly state: AssignmentState;
  /** The annotation that is being changed, or null for a first answer. */
  readonly revising: number | null;
  /** What the browser keeps the draft under, where ids of assignments don't tell it apart. */
  readonly storeKey?: StoreKey;
}

/** What an assignment was opened with. */
interface OpenedDraft<Assignment extends SessionAssignment> {
  readonly draft: DraftOf<Assignment> | null;
  readonly restored: Restored<DraftOf<Assignment>>;
}

/** The server's draft, or the browser's where that is newer. */
export function openDraft<Assignment extends SessionAssignment>(
  assignment: Assignment,
  kind: DraftKind<DraftOf<Assignment>>,
): OpenedDraft<Assignment> {
  const store = new DraftStore(kind, browserStorage());
  const restored = restoreDraft(assignment, store, storeKeyOf(assignment));
  const saved = assignment.draft as DraftOf<Assignment> | null;
  return { draft: restored.kind === "browser" ? restored.draft : saved, restored };
}

/** A revision is kept apart from the answer that it replaces. */
function storeKeyOf({ id, revising, storeKey }: SessionAssignment): StoreKey {
  if (storeKey !== undefined) return storeKey;
  return revising === null ? id : `${id}:revision`;
}

/** What goes along with an answer. */
export interface SubmitContext {
  readonly idempotencyKey: string;
  /** The draft's version that the answer was made from. */
  readonly version: number;
  readonly revising: number | null;
}

interface SubmitRequest<Submitted> {
  /** What is submitted, as text: another answer gets another idempotency key. */
  readonly answer: string;
  readonly send: (context: SubmitContext) => Promise<Submitted>;
  /** True when the page shows the refusal itself. */
  readonly onRefused?: (error: ApiError) => boolean;
  /** The server answered, and has not taken it. */
  readonly onStopped?: () => void;
}

interface DraftSession<Assignment extends SessionAssignment, Submitted> {
  /** Whether the question has been on screen long enough for decisions to count. */
  readonly hasLooked: boolean;
  /** Whether it was not, which is then said as the problem. Asked by `submit`, too. */
  readonly isTooSoon: () => boolean;
  readonly saveState: SaveState<Assignment>;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  /** The assignment's time ran out, so its slot may be somebody else's. */
  readonly expired: boolean;
  readonly setExpired: (expired: boolean) => void;
  readonly problem: string | null;
  readonly setProblem: (problem: string | null) => void;
  /** Keeps a draft; `soon` sends it at once. */
  readonly keep: (draft: DraftOf<Assignment>, options?: { soon?: boolean }) => void;
  /** Sends what is not saved yet. */
  readonly flush: () => void;
  readonly submit: (request: SubmitRequest<Submitted>) => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  /** Sends what gives the assignment away, after what is left to save and with no draft behind. */
  readonly leaveBy: LeaveBy;
}

/** Sends a request by which an assignment is left. */
export type LeaveBy = <Left>(send: () => Promise<Left>) => Promise<Left>;

interface DraftSessionOptions<Assignment extends SessionAssignment, Submitted> {
  readonly assignment: Assignment;
  readonly opened: OpenedDraft<Assignment>;
  readonly kind: DraftKind<DraftOf<Assignment>>;
  /** False while the assignment is only reserved: nothing is saved until it is the caller's. */
  readonly claimed: boolean;
  /** The reservation has ended: what was typed is forgotten once the page is left. */
  readonly ended?: boolean;
  /** Saves the draft of an assignment or, with an annotation's id, of its revision. */
  readonly save: (
    draft: DraftOf<Assignment> & { version: number },
    revising: number | null,
  ) => Promise<Assignment>;
  readonly readDraft: () => DraftOf<Assignment>;
  /** Reads the present state where it is none of an assignment of the queue. */
  readonly readCurrent?: () => Promise<Assignment>;
  /** Whether there is something to save when the annotator only reads. */
  readonly mayBeat: () => boolean;
  /** Whether somebody has worked until now, whose time is to be saved before the page goes. */
  readonly hasWorked?: () => boolean;
  readonly onSaved: (assignment: Assignment) => void;
  /** A conflict was decided: shows the draft that won. */
  readonly onRestore: (draft: DraftOf<Assignment> | null, theirs: Assignment) => void;
  readonly onSubmitted: (annotation: Submitted) => void;
  /** See `AnnotationScreenProps`. */
  readonly onSubmissionWaits?: (() => boolean) | undefined;
  readonly onSubmissionArrived?: ((annotation: Submitted | null) => void) | undefined;
}

/** One assignment's draft and submission, from its opening to the server's acceptance. */
export function useDraftSession<Assignment extends SessionAssignment, Submitted>(
  options: DraftSessionOptions<Assignment, Submitted>,
): DraftSession<Assignment, Submitted> {
  const { assignment, claimed, ended = false, kind } = options;
  const [saveState, setSaveState] = useState<SaveState<Assignment>>({
    // What only the browser has is sent once the page stands; until then it is not saved.
    kind: options.opened.restored.kind === "browser" ? "saving" : "saved",
  });
  const [submitting, setSubmitting] =
    useState<DraftSession<Assignment, Submitted>["submitting"]>("no");
  const [expired, setExpired] = useState(assignment.state === "expired");
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const keeper = useRef<DraftKeeper<Assignment> | null>(null);
  /** The annotation that is revised: another one once a conflict with a newer one was decided. */
  const revising = useRef(assignment.revising);
  const source = useContext(AnswerSourceContext);
  const hasLooked = useFirstLook();

  const onSaved = useEffectEvent((saved: Assignment) => {
    revising.current = saved.revising;
    setExpired(saved.state === "expired");
    options.onSaved(saved);
  });
  const onState = useEffectEvent((state: SaveState<Assignment>) => {
    setSaveState(state);
    // Asking who is signed in makes the shell ask for the password again.
    if (state.kind === "signed_out") {
      void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
    }
  });
  const firstOptions = useEffectEvent(() => options);
  const save = useEffectEvent(async (draft: DraftOf<Assignment> & { version: number }) =>
    source === null
      ? options.save(draft, revising.current)
      : ((await source.save(draft)) as unknown as Assignment),
  );

  const saveTime = () => {
    // Looking at a submitted answer leaves no draft of a revision, nor is other time measured.
    const isFirst = source === null && revising.current === null;
    if (isFirst && options.hasWorked?.()) keeper.current?.saveTime(options.readDraft());
  };
  const onLeaving = useEffectEvent(() => {
    saveTime();
    keeper.current?.flush();
  });

  useEffect(() => {
    const first = firstOptions();
    const made = new DraftKeeper<Assignment>({
      assignment: first.assignment,
      storeKey: storeKeyOf(first.assignment),
      store: new DraftStore(first.kind, browserStorage()),
      send: (draft) => save(draft),
      onState,
      onSaved,
    });
    keeper.current = made;
    if (!first.claimed) made.hold();
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
      if (isOver) forgetTyping(first.assignment);
      made.stop({ forget: isOver });
      keeper.current = null;
    };
  }, [assignment.id, queryClient]);

  useEffect(() => {
    if (claimed) keeper.current?.unhold();
  }, [claimed]);

  const forgetAll = useEffectEvent(() => {
    forgetTyping(assignment);
    keeper.current?.stop({ forget: true });
  });
  useEffect(() => {
    if (!ended) return;
    keeper.current?.end();
    // Loaded again, the page shows another question.
    const forget = () => {
      forgetAll();
    };
    window.addEventListener("pagehide", forget);
    return () => {
      window.removeEventListener("pagehide", forget);
    };
  }, [ended]);

  const beat = useEffectEvent(() => {
    // What is only reserved has no lease, and nobody has typed in it by reading.
    if (claimed && options.mayBeat()) keeper.current?.keep(options.readDraft());
  });
  useEffect(() => {
    const interval = setInterval(() => {
      beat();
    }, HEARTBEAT_MS);
    return () => {
      clearInterval(interval);
    };
  }, []);

  const keep = useCallback((draft: DraftOf<Assignment>, soon?: { soon?: boolean }) => {
    keeper.current?.keep(draft, soon);
  }, []);
  const flush = useCallback(() => keeper.current?.flush(), []);

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
    const state = keeper.current?.state;
    if (state?.kind !== "conflict") return;
    revising.current = state.theirs.revising;
    const theirs = keeper.current?.resolve(choice);
    const saved = state.theirs.draft as DraftOf<Assignment> | null;
    // After a reload what is on screen is the server's, so the browser's has to be brought back.
    options.onRestore(theirs ? saved : state.mine, state.theirs);
  };

  const readCurrent = async (): Promise<Assignment> => {
    if (options.readCurrent) return options.readCurrent();
    if (source !== null) return (await source.read()) as unknown as Assignment;
    if (revising.current === null) {
      const current = await queryClient.query({ ...assignmentQuery(assignment.id), staleTime: 0 });
      return current as unknown as Assignment;
    }
    const own = await queryClient.query({
      ...ownAnnotationQuery(revising.current),
      staleTime: 0,
    });
    return own.assignment as unknown as Assignment;
  };

  /** Whether the later version is this tab's own, sent before the connection broke. */
  const isOwnVersion = async (current: DraftKeeper<Assignment>): Promise<boolean> => {
    try {
      const theirs = await readCurrent();
      const isSame = theirs.revising === revising.current;
      return isSame && current.takeOwn(theirs, options.readDraft());
    } catch {
      return false;
    }
  };

  const reportStale = (current: DraftKeeper<Assignment>) => {
    void readCurrent().then(
      (theirs) => {
        current.reportConflict(options.readDraft(), theirs);
        current.goOn();
      },
      () => {
        current.goOn();
        setProblem("Another tab has saved a later version. Reload this page to see it.");
      },
    );
  };

  const isTooSoon = () => {
    if (!hasLooked) setProblem(TOO_SOON);
    return !hasLooked;
  };

  const submit = (request: SubmitRequest<Submitted>) => {
    const current = keeper.current;
    // Another tab was quicker, or the question is somebody else's: nothing is taken any more.
    if (!current || current.state.kind === "closed") return;
    if (submitting !== "no" || !claimed || isTooSoon()) return;
    setSubmitting("yes");
    setProblem(null);
    const person = queryClient.getQueryData<Me>(queryKeys.me())?.username;
    const isAnotherPerson = async () => {
      if (person === undefined) return false;
      try {
        const now = await queryClient.query({ ...meQuery(), staleTime: 0, retry: false });
        return now.username !== person;
      } catch {
        // Nobody is signed in, or the server doesn't answer.
        return false;
      }
    };
    /** Whether the next question is on screen, while this answer is still being sent. */
    const next = { isShown: false };
    void (async () => {
      await current.settle();
      const attempt = () =>
        submitUntilAnswered({
          storeKey: storeKeyOf(assignment),
          answer: request.answer,
          send: (idempotencyKey) => {
            const version = current.knownVersion;
            if (source === null) {
              return request.send({ idempotencyKey, version, revising: revising.current });
            }
            const answer = JSON.parse(request.answer) as object;
            const { active_seconds } = options.readDraft() as { active_seconds?: object };
            const sent = { ...answer, version, ...(active_seconds ? { active_seconds } : {}) };
            return source.submit(sent, idempotencyKey) as Promise<Submitted>;
          },
          store: new DraftStore(kind, browserStorage()),
          onRetry: ({ isSignedOut }) => {
            setSubmitting("retrying");
            if (isSignedOut) void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
            else if (keeper.current === current) {
              next.isShown = options.onSubmissionWaits?.() === true;
            }
          },
          isAnotherPerson,
        });
      let outcome = await attempt();
      if (outcome.kind === "stale" && (await isOwnVersion(current))) outcome = await attempt();
      setSubmitting("no");
      if (outcome.kind !== "accepted") request.onStopped?.();
      if (outcome.kind !== "accepted" && next.isShown) {
        // The answer stays in this browser; the question is the one to go on with.
        notifyDone("Your last answer could not be submitted. It is kept.", { stays: true });
        options.onSubmissionArrived?.(null);
        return;
      }
      switch (outcome.kind) {
        case "accepted":
          current.stop({ forget: true });
          // Anyone who has left the page meanwhile is told so, and not led away from another one.
          if (next.isShown) options.onSubmissionArrived?.(outcome.annotation);
          else if (keeper.current !== current) notifyDone("Your answer has been submitted.");
          else options.onSubmitted(outcome.annotation);
          return;
        case "stale":
          if (keeper.current === current) reportStale(current);
          return;
        case "refused":
          // Another tab was quicker: only the way on is left.
          if (CLOSED.includes(outcome.error.code)) {
            current.close(outcome.error);
            return;
          }
          // What was changed just before goes on being saved.
          current.goOn();
          if (!request.onRefused?.(outcome.error)) setProblem(outcome.error.detail);
      }
    })();
  };

  return {
    hasLooked,
    isTooSoon,
    saveState,
    submitting,
    expired,
    setExpired,
    problem,
    setProblem,
    keep,
    flush,
    submit,
    resolveConflict,
    leaveBy,
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
