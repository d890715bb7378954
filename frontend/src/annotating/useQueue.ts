import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { canUnpack } from "@/anchoring/pageLoading";
import { claimNextAssignment, RESERVATION_MS } from "@/api/assignments";
import { ApiError, isTransient } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { Assignment } from "@/api/types";

import { ANY_DRAFT, browserStorage, DraftStore } from "./draftStore";
import { noteAnnotating, takeFirstClaim } from "./firstClaim";
import { hasTyping, moveTyping } from "./keptTyping";
import type { FetchAhead } from "./screen";

const RETRY_MS = 3_000;

type QueueState =
  | { readonly kind: "loading" }
  | { readonly kind: "empty" }
  | { readonly kind: "error"; readonly error: unknown }
  | OpenQuestion;

export interface OpenQuestion {
  readonly kind: "open";
  readonly assignment: Assignment;
  /** False while it is only reserved. */
  readonly claimed: boolean;
  /** Whether the reservation has ended with something typed that belongs nowhere else. */
  readonly ended?: boolean;
}

export interface Queue {
  readonly state: QueueState;
  /** Reserves the next assignment, so that it is there at once. */
  readonly reserve: () => void;
  /**
   * Shows `next`, which is the caller's already. Without one it shows what was reserved, or waits,
   * and makes it an ordinary assignment in the background.
   */
  readonly advance: (next?: Assignment | null) => void;
  /**
   * Shows what was reserved while the answer before it is still being sent, and claims nothing:
   * the question before is the open one. False without a reservation.
   */
  readonly lookAhead: () => boolean;
  /** Claims what `lookAhead` showed, once the answer before has arrived. */
  readonly catchUp: () => void;
  readonly retry: () => void;
}

interface Reservation {
  readonly assignment: Assignment;
  readonly at: number;
}

/** The caller's way through a project: one open assignment, and at most one reserved ahead. */
export function useQueue(slug: string, fetchAhead: FetchAhead): Queue {
  const [state, setState] = useState<QueueState>({ kind: "loading" });
  const queryClient = useQueryClient();
  const [claims, setClaims] = useState(0);
  const reservation = useRef<Reservation | null>(null);
  const reserving = useRef<symbol | null>(null);

  const showClaimed = useEffectEvent((assignment: Assignment | null) => {
    const isReserved = state.kind === "open" && !state.claimed;
    if (isReserved && !takeAlong(state.assignment, assignment)) {
      // Nothing can be saved there any more: the screen says so, and leads on to this.
      reservation.current = assignment && { assignment, at: Date.now() };
      setState({ ...state, ended: true });
    } else {
      setState(assignment ? { kind: "open", assignment, claimed: true } : { kind: "empty" });
    }
  });
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const claim = async () => {
      try {
        const { signal } = leaving;
        const begun = await takeFirstClaim(queryClient, slug);
        if (signal.aborted) return;
        const claimed = begun
          ? begun.assignment
          : await claimNextAssignment(slug, { rendered: canUnpack(), signal });
        noteAnnotating(slug);
        showClaimed(claimed);
      } catch (error) {
        if (leaving.signal.aborted) return;
        const status = error instanceof ApiError ? error.status : null;
        const mayPass = isTransient(error) || status === 401 || status === 429;
        if (mayPass) timer = setTimeout(() => void claim(), RETRY_MS);
        // Asking who is signed in makes the shell ask for the password again.
        if (status === 401) void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
        // What was reserved stays on screen until it is claimed, or is refused for good.
        setState((before) =>
          mayPass && before.kind === "open" ? before : { kind: "error", error },
        );
      }
    };
    void claim();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [slug, claims, queryClient]);

  const reserve = useCallback(() => {
    const known = reservation.current;
    if (reserving.current || (known && isFresh(known, 60_000))) return;
    const request = Symbol("request");
    reserving.current = request;
    claimNextAssignment(slug, { ahead: true })
      .then((assignment) => {
        if (reserving.current !== request) return;
        reservation.current = assignment && { assignment, at: Date.now() };
        if (assignment) fetchAhead(assignment, queryClient);
      })
      .catch(() => {
        // Without a reservation the next question is merely a moment later.
        if (reserving.current === request) reservation.current = null;
      })
      .finally(() => {
        if (reserving.current === request) reserving.current = null;
      });
  }, [slug, queryClient, fetchAhead]);

  const advance = useCallback((next: Assignment | null = null) => {
    const ready = reservation.current;
    reservation.current = null;
    // An answer that is still under way may bring the very question that is shown next.
    reserving.current = null;
    if (next) {
      setState({ kind: "open", assignment: next, claimed: true });
      return;
    }
    setState(
      ready && isFresh(ready, RESERVATION_MS)
        ? { kind: "open", assignment: ready.assignment, claimed: false }
        : { kind: "loading" },
    );
    setClaims((count) => count + 1);
  }, []);

  const lookAhead = useCallback(() => {
    const ready = reservation.current;
    if (!ready || !isFresh(ready, RESERVATION_MS)) return false;
    reservation.current = null;
    reserving.current = null;
    setState({ kind: "open", assignment: ready.assignment, claimed: false });
    return true;
  }, []);

  const catchUp = useCallback(() => {
    setClaims((count) => count + 1);
  }, []);

  const retry = useCallback(() => {
    setState({ kind: "loading" });
    setClaims((count) => count + 1);
  }, []);

  return { state, reserve, advance, lookAhead, catchUp, retry };
}

/**
 * Takes what was typed in a question that was only reserved along to what its claim brought. False
 * where it belongs to another question: the reservation had ended, and somebody else was quicker.
 */
function takeAlong(reserved: Assignment, claimed: Assignment | null): boolean {
  if (reserved.id === claimed?.id) return true;
  const drafts = new DraftStore(ANY_DRAFT, browserStorage());
  const kept = drafts.read(reserved.id);
  if (kept === null && !hasTyping(reserved.id)) return true;
  if (reserved.question.id !== claimed?.question.id) return false;
  drafts.forget(reserved.id);
  if (kept !== null) drafts.write(claimed.id, kept);
  moveTyping(reserved.id, claimed.id);
  return true;
}

function isFresh(reservation: Reservation, milliseconds: number): boolean {
  return Date.now() - reservation.at < milliseconds;
}
