/** What telling drafts of one kind apart takes. */
export interface DraftKind<Draft extends object> {
  /** Whether something read from the browser's storage is such a draft. */
  readonly isDraft: (value: object) => value is Draft;
  /** Whether two drafts say the same, however long it took. */
  readonly same: (one: Draft | null, other: Draft | null) => boolean;
}

/** What this browser keeps of an assignment until the server has acknowledged it. */
interface KeptDraft<Draft extends object> {
  readonly draft: Draft;
  /** The version that the draft was made from. */
  readonly version: number;
  /** The draft that went to the server last, if the answer has not come yet. */
  readonly sent: Draft | null;
  /** The first one without an answer: where the connection broke, the one that may be there. */
  readonly sentFirst?: Draft | null;
}

/** A key of a submission, and the answer that it belongs to. */
interface KeptKey {
  readonly key: string;
  readonly answer: string;
}

/** What something is kept under: an assignment's id, or that with what else tells it apart. */
export type StoreKey = number | string;

const DRAFT_PREFIX = "plumbline:draft:";
const KEY_PREFIX = "plumbline:submit:";

/**
 * Drafts and idempotency keys in the browser's storage. Where storage is full or forbidden,
 * nothing is kept and nothing fails.
 */
export class DraftStore<Draft extends object> {
  readonly kind: DraftKind<Draft>;
  private readonly storage: Storage | null;

  constructor(kind: DraftKind<Draft>, storage: Storage | null) {
    this.kind = kind;
    this.storage = storage;
  }

  read(assignment: StoreKey): KeptDraft<Draft> | null {
    try {
      const text = this.storage?.getItem(DRAFT_PREFIX + String(assignment));
      const kept: unknown = text ? JSON.parse(text) : null;
      return isKept(kept) && this.kind.isDraft(kept.draft) ? (kept as KeptDraft<Draft>) : null;
    } catch {
      return null;
    }
  }

  write(assignment: StoreKey, kept: KeptDraft<Draft>): void {
    try {
      this.storage?.setItem(DRAFT_PREFIX + String(assignment), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage leaves the server's copy, which is saved in any case.
    }
  }

  forget(assignment: StoreKey): void {
    try {
      this.storage?.removeItem(DRAFT_PREFIX + String(assignment));
    } catch {
      // See write.
    }
  }

  /**
   * The key that makes submitting this answer a second time harmless. Another answer gets another
   * key: with the same one, the server would take it for what a second tab, or this one before it
   * was loaded again, had submitted.
   */
  submissionKey(assignment: StoreKey, answer: string): string {
    const fresh: KeptKey = { key: newKey(), answer };
    try {
      const text = this.storage?.getItem(KEY_PREFIX + String(assignment));
      const known: unknown = text ? JSON.parse(text) : null;
      if (isKeptKey(known) && known.answer === answer) return known.key;
    } catch {
      // What can't be read is written anew.
    }
    try {
      this.storage?.setItem(KEY_PREFIX + String(assignment), JSON.stringify(fresh));
    } catch {
      // See write.
    }
    return fresh.key;
  }

  forgetSubmissionKey(assignment: StoreKey): void {
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

function isKept(value: unknown): value is KeptDraft<object> {
  if (typeof value !== "object" || value === null) return false;
  const { draft, version } = value as Partial<Record<keyof KeptDraft<object>, unknown>>;
  return typeof version === "number" && typeof draft === "object" && draft !== null;
}

function isKeptKey(value: unknown): value is KeptKey {
  if (typeof value !== "object" || value === null) return false;
  const { key, answer } = value as Partial<KeptKey>;
  return typeof key === "string" && typeof answer === "string";
}
