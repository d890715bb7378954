import type { DraftTarget, WayBack } from "@/annotating/draftTarget";
import { ApiError } from "@/api/errors";
import type { AnswerBody, Assignment, DraftBody, Submitted } from "@/api/types";

/** A draft that only this browser has, with the count of its changes. */
interface Kept {
  readonly draft: DraftBody;
  readonly version: number;
}

const PREFIX = "plumbline:writing:";

const NOT_KEPT = new ApiError({
  status: 0,
  code: "not_kept",
  detail: "This browser keeps no drafts. What you write is lost with this page.",
});

function readKept(storeKey: string): Kept | null {
  try {
    return JSON.parse(window.localStorage.getItem(PREFIX + storeKey) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function forgetKept(storeKey: string): void {
  try {
    window.localStorage.removeItem(PREFIX + storeKey);
  } catch {
    // Where the storage is forbidden, nothing is kept.
  }
}

/** What was opened, with what this browser has of the answer since. */
export function withKept(opened: Assignment, storeKey: string): Assignment {
  const kept = readKept(storeKey);
  return kept === null ? opened : ({ ...opened, ...kept } as Assignment);
}

interface Writing {
  readonly opened: Assignment;
  readonly storeKey: string;
  readonly back: WayBack;
  readonly decide: (answer: AnswerBody, reason: string) => Promise<unknown>;
}

/** An answer that a lead writes for a decision. The server takes no drafts of one. */
export function writingTarget({ opened, storeKey, back, decide }: Writing): DraftTarget {
  const current = () => withKept(opened, storeKey);
  return {
    storeKey,
    standing: "open",
    back,
    isOwnAnnotation: false,
    read: () => Promise.resolve(current()),
    // eslint-disable-next-line @typescript-eslint/require-await -- throws as a request does
    save: async ({ version, ...draft }) => {
      if (version !== current().version) {
        throw new ApiError({
          status: 409,
          code: "stale_draft",
          detail: "Another tab has changed this answer.",
          body: { assignment: current() },
        });
      }
      try {
        const kept = JSON.stringify({ draft, version: version + 1 });
        window.localStorage.setItem(PREFIX + storeKey, kept);
      } catch {
        throw NOT_KEPT;
      }
      return current();
    },
    submit: async (answer, { reason }): Promise<Submitted> => {
      await decide(answer, reason);
      forgetKept(storeKey);
      return { id: opened.id, is_late: false };
    },
  };
}
