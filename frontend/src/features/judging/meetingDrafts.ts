import { useState } from "react";

import type { Verdict } from "@/api/judging";
import { useOwnName } from "@/api/useMe";

/** What somebody has begun to write in a meeting, and not sent yet. */
export interface MeetingDraft {
  readonly note: string;
  readonly consensus: ConsensusDraft | null;
}

export interface ConsensusDraft {
  readonly verdict: Verdict | null;
  readonly justification: string;
  /** The version of the consensus that it would replace, 0 for none. */
  readonly version: number;
}

type Drafts = Readonly<Record<number, MeetingDraft>>;

const NOTHING: MeetingDraft = { note: "", consensus: null };

interface MeetingDrafts {
  /** The answers about which something is written that nobody else has seen. */
  readonly unfinished: readonly number[];
  readonly of: (number: number) => MeetingDraft;
  readonly change: (number: number, change: Partial<MeetingDraft>) => void;
}

/**
 * One person's drafts by the answer's number, in this tab alone; news from the server never touch
 * them.
 */
export function useMeetingDrafts(round: number): MeetingDrafts {
  const key = `plumbline:meeting:${round}:${useOwnName()}`;
  const [drafts, setDrafts] = useState<Drafts>(() => readDrafts(key));
  return {
    unfinished: Object.entries(drafts)
      .filter(([, { note, consensus }]) => note.trim() !== "" || consensus !== null)
      .map(([number]) => Number(number)),
    of: (number) => drafts[number] ?? NOTHING,
    change: (number, change) => {
      setDrafts((before) => {
        const next = { ...before, [number]: { ...NOTHING, ...before[number], ...change } };
        keepDrafts(key, next);
        return next;
      });
    },
  };
}

function readDrafts(key: string): Drafts {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Drafts) : {};
  } catch {
    return {};
  }
}

function keepDrafts(key: string, drafts: Drafts): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage only loses them when the page is loaded again.
  }
}
