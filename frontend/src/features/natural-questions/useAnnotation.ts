import { useQueryClient } from "@tanstack/react-query";
import {
  type ActionDispatch,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";

import { assignmentQuery, saveDraft } from "@/api/assignments";
import { queryKeys } from "@/api/queryKeys";
import type { Annotation as SubmittedAnnotation, Assignment, Draft, Page } from "@/api/types";

import {
  annotationReducer,
  beginAnnotation,
  type Annotation,
  type AnnotationAction,
} from "./annotation";
import { DraftKeeper, restoreDraft, type Restored, type SaveState } from "./draftKeeper";
import { browserStorage, DraftStore } from "./draftStore";
import { submitUntilAnswered, type SubmitOutcome } from "./submission";
import { useActiveTime, type ActiveTimer } from "./useActiveTime";
import { fromDraft, toDraft, toWire } from "./wire";

/** Milliseconds after which the draft of somebody who only reads is saved, to renew the lease. */
const HEARTBEAT_MS = 120_000;

export interface AnnotationSession {
  readonly annotation: Annotation;
  readonly dispatch: ActionDispatch<[AnnotationAction]>;
  readonly page: Page | null;
  /** The question was called good, and there is no page for it. */
  readonly pageMissing: boolean;
  readonly saveState: SaveState;
  readonly timer: ActiveTimer;
  /** `retrying` while the server does not answer. */
  readonly submitting: "no" | "yes" | "retrying";
  readonly submit: () => void;
  readonly resolveConflict: (choice: "mine" | "theirs") => void;
  /** The assignment's time ran out, so its slot may be somebody else's. */
  readonly expired: boolean;
  readonly problem: string | null;
}

export interface SessionOptions {
  readonly assignment: Assignment;
  /** False while the assignment is only reserved: nothing is saved until it is the caller's. */
  readonly claimed: boolean;
  readonly onSubmitted: (annotation: SubmittedAnnotation) => void;
}

interface Opened {
  readonly annotation: Annotation;
  readonly restored: Restored;
}

function open(assignment: Assignment): Opened {
  const restored = restoreDraft(assignment, new DraftStore(browserStorage()));
  const draft = restored.kind === "browser" ? restored.draft : assignment.draft;
  return { annotation: begin(draft, assignment.page), restored };
}

function begin(draft: Draft | null, page: Page | null): Annotation {
  return beginAnnotation(fromDraft(draft, page?.candidates ?? []), draft?.stage);
}

/** One assignment from the first look at the question to its submission. */
export function useAnnotation(options: SessionOptions): AnnotationSession {
  const { assignment, claimed } = options;
  const [opened] = useState(() => open(assignment));
  const [annotation, dispatch] = useReducer(annotationReducer, opened.annotation);
  const [page, setPage] = useState(assignment.page);
  const [pageMissing, setPageMissing] = useState(false);
  const [expired, setExpired] = useState(assignment.state === "expired");
  const [saveState, setSaveState] = useState<SaveState>({ kind: "saved" });
  const [submitting, setSubmitting] = useState<AnnotationSession["submitting"]>("no");
  const [problem, setProblem] = useState<string | null>(null);
  const [before] = useState(() => {
    const { restored } = opened;
    return (
      (restored.kind === "browser" ? restored.draft : assignment.draft)?.active_seconds ?? null
    );
  });
  const timer = useActiveTime(annotation.stage, before);
  const queryClient = useQueryClient();
  const keeper = useRef<DraftKeeper | null>(null);
  const { answer, stage } = annotation;

  const onSaved = useEffectEvent((saved: Assignment) => {
    setExpired(saved.state === "expired");
    setPage((known) => known ?? saved.page);
    setPageMissing(saved.draft?.question_quality === "good" && saved.page === null);
  });
  const onState = useEffectEvent((state: SaveState) => {
    setSaveState(state);
    // Asking who is signed in makes the shell ask for the password again.
    if (state.kind === "signed_out") {
      void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
    }
  });
  const readDraft = useEffectEvent(() => toDraft(answer, stage, timer.read()));
  const firstState = useEffectEvent(() => ({ assignment, opened, claimed }));

  useEffect(() => {
    const first = firstState();
    const store = new DraftStore(browserStorage());
    const made = new DraftKeeper({
      assignment: first.assignment,
      store,
      send: (draft) => saveDraft(first.assignment.id, draft, { keepalive: true }),
      onState,
      onSaved,
    });
    keeper.current = made;
    if (!first.claimed) made.hold();
    const { restored } = first.opened;
    if (restored.kind === "browser") made.keep(restored.draft, { soon: true });
    if (restored.kind === "conflict") made.reportConflict(restored.mine, first.assignment);
    const stopWatching = watch(made, queryClient);
    return () => {
      stopWatching();
      made.flush();
      made.stop();
      keeper.current = null;
    };
  }, [assignment.id, queryClient]);

  useEffect(() => {
    if (claimed) keeper.current?.unhold();
  }, [claimed]);

  const kept = useRef({ answer, stage });
  useEffect(() => {
    if (kept.current.answer === answer && kept.current.stage === stage) return;
    const soon = kept.current.stage !== stage;
    kept.current = { answer, stage };
    keeper.current?.keep(readDraft(), { soon });
  }, [answer, stage]);

  const beat = useEffectEvent(() => {
    if (timer.isActive() && answer.quality !== null) keeper.current?.keep(readDraft());
  });
  useEffect(() => {
    const interval = setInterval(() => {
      beat();
    }, HEARTBEAT_MS);
    return () => {
      clearInterval(interval);
    };
  }, []);

  const showTheirs = useCallback((theirs: Assignment) => {
    setPage((known) => known ?? theirs.page);
    const shown = begin(theirs.draft, theirs.page);
    kept.current = { answer: shown.answer, stage: shown.stage };
    dispatch({ type: "restore", annotation: shown });
  }, []);

  const resolveConflict = (choice: "mine" | "theirs") => {
    const state = keeper.current?.state;
    const theirs = keeper.current?.resolve(choice);
    if (theirs) showTheirs(theirs);
    else if (state?.kind === "conflict") {
      // After a reload what is on screen is the server's; bring the browser's back.
      const candidates = page ?? state.theirs.page;
      setPage(candidates);
      const shown = begin(state.mine, candidates);
      kept.current = { answer: shown.answer, stage: shown.stage };
      dispatch({ type: "restore", annotation: shown });
    }
  };

  const finish = (outcome: SubmitOutcome) => {
    const current = keeper.current;
    setSubmitting("no");
    switch (outcome.kind) {
      case "accepted":
        current?.stop({ forget: true });
        options.onSubmitted(outcome.annotation);
        return;
      case "stale":
        void queryClient.query({ ...assignmentQuery(assignment.id), staleTime: 0 }).then(
          (theirs) => {
            current?.reportConflict(toDraft(answer, stage, timer.read()), theirs);
            current?.goOn();
          },
          () => {
            current?.goOn();
            setProblem("Another tab has saved a later version. Load this page again to see it.");
          },
        );
        return;
      case "refused":
        // What was changed just before goes on being saved.
        current?.goOn();
        setProblem(outcome.error.detail);
    }
  };

  const submit = () => {
    const current = keeper.current;
    if (!current || submitting !== "no" || !claimed) return;
    setSubmitting("yes");
    setProblem(null);
    void (async () => {
      await current.settle();
      const outcome = await submitUntilAnswered({
        id: assignment.id,
        answer: {
          ...toWire(answer),
          version: current.knownVersion,
          active_seconds: timer.read(),
        },
        store: new DraftStore(browserStorage()),
        onRetry: () => {
          setSubmitting("retrying");
        },
        onSignedOut: () => void queryClient.invalidateQueries({ queryKey: queryKeys.me() }),
      });
      finish(outcome);
    })();
  };

  return {
    annotation,
    dispatch,
    page,
    pageMissing,
    saveState,
    timer,
    submitting,
    submit,
    resolveConflict,
    expired,
    problem,
  };
}

/** Sends what is left when the tab is hidden, the connection is back, or somebody signs in. */
function watch(keeper: DraftKeeper, queryClient: ReturnType<typeof useQueryClient>): () => void {
  const hidden = () => {
    if (document.visibilityState === "hidden") keeper.flush();
  };
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", keeper.flush);
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
    window.removeEventListener("pagehide", keeper.flush);
    window.removeEventListener("online", keeper.flush);
    unsubscribe();
  };
}
