/** What the server says is wrong: a code for programs, a sentence for people, and the fields it is about. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The whole answer, for the few errors that carry more, such as a stale draft. */
  readonly body: unknown;

  constructor(problem: {
    status: number;
    code: string;
    detail: string;
    fields?: Readonly<Record<string, string>>;
    body?: unknown;
  }) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.fields = problem.fields ?? {};
    this.body = problem.body;
  }
}

const SENTENCES: Readonly<Record<number, string>> = {
  400: "The server couldn’t use what you sent.",
  401: "You are signed out. Sign in again to go on.",
  403: "You may not do this in this project.",
  404: "This does not exist, or you may not see it.",
  409: "Somebody changed this in the meantime. Load the page again.",
  413: "The file is larger than this server accepts.",
  429: "Too many attempts. Wait a minute and try again.",
};

/** A sentence for a status that came without one. */
export function sentenceForStatus(status: number): string {
  return (
    SENTENCES[status] ??
    (status >= 500
      ? "The server ran into a problem. Nothing was saved; try again in a moment."
      : "The server refused the request.")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first sentence in whatever nesting of lists and objects the server used for a field. */
function firstSentence(value: unknown): string | null {
  if (typeof value === "string") return value;
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  for (const part of parts) {
    const sentence = firstSentence(part);
    if (sentence !== null) return sentence;
  }
  return null;
}

function readFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const fields: Record<string, string> = {};
  for (const [field, problem] of Object.entries(value)) {
    const sentence = firstSentence(problem);
    if (sentence !== null) fields[field] = sentence;
  }
  return fields;
}

/** Reads an error response; `body` is the parsed JSON, or null if there was none. */
export function toApiError(status: number, body: unknown): ApiError {
  const answer = isRecord(body) ? body : {};
  return new ApiError({
    status,
    code: typeof answer.code === "string" ? answer.code : `http_${status}`,
    detail:
      typeof answer.detail === "string" && answer.detail !== ""
        ? answer.detail
        : sentenceForStatus(status),
    fields: readFields(answer.fields),
    body,
  });
}

/** The error for a request that got no answer. */
export function connectionError(): ApiError {
  return new ApiError({
    status: 0,
    code: "no_connection",
    detail: "The server can’t be reached. Check your connection; nothing you typed is lost.",
  });
}

/** A sentence fit to show for anything that was thrown. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  return "Something went wrong on this page. Reload it. If the error stays, tell the project’s lead.";
}

/** What is wrong with each field, by its name; empty for errors that are about none. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}

/**
 * True for errors that trying again may cure. Signing in changes Django's token, and a request that
 * had read the old one by then is refused.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || error.code === "csrf_failed";
}
