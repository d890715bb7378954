/** Every project lets an answer be taken back for a minute; two seconds are for the way there. */
const UNDO_MS = 58_000;

const PREFIX = "plumbline:submitted:";

/** An annotation that can be taken back, and until when (milliseconds since 1970). */
export interface Submission {
  readonly annotation: number;
  readonly until: number;
}

/** What this tab submitted last in a project, so that it can be taken back after a reload, too. */
export class LastSubmission {
  private readonly key: string;

  constructor(slug: string) {
    this.key = PREFIX + slug;
  }

  /** Null where there is none, or it is too late at `now`. */
  read(now: number): Submission | null {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      return isSubmission(kept) && now < kept.until ? kept : null;
    } catch {
      return null;
    }
  }

  keep(annotation: number, now: number): Submission {
    const submission = { annotation, until: now + UNDO_MS };
    try {
      sessionStorage.setItem(this.key, JSON.stringify(submission));
    } catch {
      // Without storage it can be taken back until the page is loaded again.
    }
    return submission;
  }

  forget(): void {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // See keep.
    }
  }
}

function isSubmission(value: unknown): value is Submission {
  if (typeof value !== "object" || value === null) return false;
  const { annotation, until } = value as Partial<Record<keyof Submission, unknown>>;
  return typeof annotation === "number" && typeof until === "number";
}
