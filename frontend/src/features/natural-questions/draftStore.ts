import type { Draft } from "@/api/types";

/** What this browser keeps of an assignment until the server has acknowledged it. */
export interface KeptDraft {
  readonly draft: Draft;
  /** The version that the draft was made from. */
  readonly version: number;
  /** The draft that is under way to the server, if the answer has not come yet. */
  readonly sent: Draft | null;
}

const DRAFT_PREFIX = "plumbline:draft:";
const KEY_PREFIX = "plumbline:submit:";

/**
 * Drafts and idempotency keys in the browser's storage. Where storage is full or forbidden,
 * nothing is kept and nothing fails.
 */
export class DraftStore {
  private readonly storage: Storage | null;

  constructor(storage: Storage | null) {
    this.storage = storage;
  }

  read(assignment: number): KeptDraft | null {
    try {
      const text = this.storage?.getItem(DRAFT_PREFIX + String(assignment));
      const kept: unknown = text ? JSON.parse(text) : null;
      return isKeptDraft(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  write(assignment: number, kept: KeptDraft): void {
    try {
      this.storage?.setItem(DRAFT_PREFIX + String(assignment), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage leaves the server's copy, which is saved in any case.
    }
  }

  forget(assignment: number): void {
    try {
      this.storage?.removeItem(DRAFT_PREFIX + String(assignment));
    } catch {
      // See write.
    }
  }

  /** The key that makes submitting this assignment a second time harmless. */
  submissionKey(assignment: number): string {
    const fresh = newKey();
    try {
      const known = this.storage?.getItem(KEY_PREFIX + String(assignment));
      if (known) return known;
      this.storage?.setItem(KEY_PREFIX + String(assignment), fresh);
    } catch {
      // See write.
    }
    return fresh;
  }

  forgetSubmissionKey(assignment: number): void {
    try {
      this.storage?.removeItem(KEY_PREFIX + String(assignment));
    } catch {
      // See write.
    }
  }
}

/** The browser's own storage, or null where it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A random UUID; `randomUUID` is missing on addresses without TLS. */
function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isKeptDraft(value: unknown): value is KeptDraft {
  if (typeof value !== "object" || value === null) return false;
  const { draft, version } = value as Partial<KeptDraft>;
  return (
    typeof version === "number" &&
    typeof draft === "object" &&
    "short_answers" in draft &&
    Array.isArray(draft.short_answers)
  );
}
