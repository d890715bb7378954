import { newKey } from "@/api/idempotencyKey";

/** What telling drafts of one kind apart takes. */
export interface DraftKind<Draft extends object> {
  /** Whether something read from the browser's storage is such a draft. */
  readonly isDraft: (value: object) => value is Draft;
  /** Whether two drafts say the same, however long it took. */
  readonly same: (one: Draft | null, other: Draft | null) => boolean;
  /** How long it took, where that is worth saving by itself. */
  readonly seconds?: (draft: Draft) => number;
}

/** For moving a draft without reading it. */
export const ANY_DRAFT: DraftKind<object> = {
  isDraft: (_value): _value is object => true,
  same: Object.is,
};

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
const TAB_KEY = "plumbline:tab";

/**
 * Drafts and idempotency keys in the browser's storage. Where storage is full or forbidden,
 * nothing is kept and nothing fails.
 *
 * Each tab keeps its own draft of an assignment, so that none replaces what another one shows.
 */
export class DraftStore<Draft extends object> {
  readonly kind: DraftKind<Draft>;
  private readonly storage: Storage | null;
  private readonly tab: string;

  constructor(kind: DraftKind<Draft>, storage: Storage | null, tab = tabName()) {
    this.kind = kind;
    this.storage = storage;
    this.tab = tab;
  }

  /** What this tab keeps; else it takes over what another one left, which may be gone. */
  read(assignment: StoreKey): KeptDraft<Draft> | null {
    const own = this.keyOf(assignment);
    for (const key of [own, ...this.keysOf(assignment)]) {
      const kept = this.readAt(key);
      if (kept === null) continue;
      if (key !== own && this.write(assignment, kept)) this.removeAt(key);
      return kept;
    }
    return null;
  }

  /** Whether it is kept: a full or forbidden storage leaves the server's copy alone. */
  write(assignment: StoreKey, kept: KeptDraft<Draft>): boolean {
    try {
      this.storage?.setItem(this.keyOf(assignment), JSON.stringify(kept));
      return this.storage !== null;
    } catch {
      return false;
    }
  }

  /** Forgets what this tab keeps. */
  forget(assignment: StoreKey): void {
    this.removeAt(this.keyOf(assignment));
  }

  /** Forgets what any tab keeps. */
  forgetEverywhere(assignment: StoreKey): void {
    for (const key of this.keysOf(assignment)) this.removeAt(key);
  }

  private keyOf(assignment: StoreKey): string {
    return `${DRAFT_PREFIX}${assignment}@${this.tab}`;
  }

  /** Where tabs keep drafts of an assignment; one without a tab's name is of an earlier version. */
  private keysOf(assignment: StoreKey): string[] {
    const bare = DRAFT_PREFIX + String(assignment);
    try {
      const keys = Object.keys(this.storage ?? {});
      return keys.filter((key) => key === bare || key.startsWith(`${bare}@`));
    } catch {
      return [];
    }
  }

  private readAt(key: string): KeptDraft<Draft> | null {
    try {
      const text = this.storage?.getItem(key);
      const kept: unknown = text ? JSON.parse(text) : null;
      return isKept(kept) && this.kind.isDraft(kept.draft) ? (kept as KeptDraft<Draft>) : null;
    } catch {
      return null;
    }
  }

  private removeAt(key: string): void {
    try {
      this.storage?.removeItem(key);
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

/** What tells this tab from others, also after a reload. */
function tabName(): string {
  try {
    const known = window.sessionStorage.getItem(TAB_KEY);
    if (known !== null) return known;
    const made = newKey();
    window.sessionStorage.setItem(TAB_KEY, made);
    return made;
  } catch {
    return "";
  }
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
