import { connectionError, toApiError } from "./errors";

export const API_ROOT = "/api/v1/";

type QueryValue = string | number | boolean | null | undefined;
export type QueryParameters = Readonly<Record<string, QueryValue>>;

interface RequestOptions {
  query?: QueryParameters;
  /** Sent as JSON, or as it is when it is a FormData. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Lets the request outlive the page, for what is saved while it closes (at most 64 kB). */
  keepalive?: boolean;
}

/** The token Django wants back with every request that changes something. */
export function readCsrfToken(cookies: string = document.cookie): string {
  for (const cookie of cookies.split("; ")) {
    if (cookie.startsWith("csrftoken=")) return decodeURIComponent(cookie.slice(10));
  }
  return "";
}

/** An address under /api/v1/; empty, null and undefined parameters are left out. */
export function apiUrl(path: string, query: QueryParameters = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return API_ROOT + path + (search === "" ? "" : `?${search}`);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Sends one request to the API.
 *
 * Resolves to the parsed JSON answer, `null` for 204. Throws an `ApiError` for every status of 400
 * and above and when no answer comes; an aborted request throws the browser's own AbortError.
 */
export async function request<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (method !== "GET") headers["X-CSRFToken"] = readCsrfToken();
  let body: BodyInit | undefined;
  if (options.body instanceof FormData) {
    body = options.body;
  } else if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(options.body);
  }

  let response: Response;
  try {
    response = await fetch(apiUrl(path, options.query), {
      method,
      headers,
      body,
      credentials: "same-origin",
      keepalive: options.keepalive ?? false,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw connectionError();
  }
  const answer = await readJson(response);
  if (!response.ok) throw toApiError(response.status, answer);
  return answer as Answer;
}

/** The path of something in a project: `projectPath("demo", "members/")`. */
export function projectPath(slug: string, rest = ""): string {
  return `projects/${encodeURIComponent(slug)}/${rest}`;
}
