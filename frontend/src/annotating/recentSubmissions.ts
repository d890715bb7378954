/** Every project lets an answer be taken back for a minute; two seconds are for the way there. */
const UNDO_MS = 58_000;

const PREFIX = "plumbline:submitted:";

/** An annotation that can be taken back, and until when (milliseconds since 1970). */
interface Submission {
  readonly annotation: number;
  readonly until: number;
}

/** What this tab submitted in a project's last minute: it can be taken back after a reload, too. */
export class RecentSubmissions {
  private readonly key: string;
  /** Where storage is forbidden, until the page is loaded again. */
  private unkept: readonly Submission[] = [];

  constructor(slug: string) {
    this.key = PREFIX + slug;
  }

  /** Those for which it is not too late at `now`, the latest at the end. */
  read(now: number): readonly Submission[] {
    return this.all().filter(({ until }) => now < until);
  }

  keep(annotation: number, now: number): void {
    this.write([...this.read(now), { annotation, until: now + UNDO_MS }]);
  }

  /** Forgets one that was taken back. */
  forget(annotation: number): void {
    this.write(this.all().filter((each) => each.annotation !== annotation));
  }

  private all(): readonly Submission[] {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) && kept.every(isSubmission) ? kept : [];
    } catch {
      return this.unkept;
    }
  }

  private write(submissions: readonly Submission[]): void {
    this.unkept = submissions;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(submissions));
    } catch {
      // See unkept.
    }
  }
}

function isSubmission(value: unknown): value is Submission {
  if (typeof value !== "object" || value === null) return false;
  const { annotation, until } = value as Partial<Record<keyof Submission, unknown>>;
  return typeof annotation === "number" && typeof until === "number";
}
