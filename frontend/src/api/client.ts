import createClient, {
  type ClientOptions,
  type ClientPathsWithMethod,
  type MethodResponse,
  type Middleware,
  type ParamsOption,
} from "openapi-fetch";

import { type ApiError, connectionError, toApiError } from "./errors";
import type { paths } from "./schema";
import { noteServerDate } from "./serverClock";

/** The token Django wants back with every request that changes something. */
export function readCsrfToken(cookies: string = document.cookie): string {
  for (const cookie of cookies.split("; ")) {
    if (cookie.startsWith("csrftoken=")) return decodeURIComponent(cookie.slice(10));
  }
  return "";
}

/** A query string without empty, null or undefined values. */
export function serializeQuery(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "string" ? value !== "" : typeof value === "number") {
      parameters.set(name, String(value));
    } else if (typeof value === "boolean") {
      parameters.set(name, value ? "true" : "false");
    }
  }
  return parameters.toString();
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return null;
  }
}

/** Statuses whose answers have no body, which a `Response` then must not be given. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * The same response, completely received. If the connection breaks before, there is no response.
 */
async function readWhole(response: Response): Promise<Response> {
  if (WITHOUT_BODY.includes(response.status)) return response;
  const { status, statusText, headers } = response;
  try {
    return new Response(await response.arrayBuffer(), { status, statusText, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw connectionError();
  }
}

/** Browsers refuse to let a request of more than 64 KiB outlive its page. */
const LONGEST_LASTING = 20_000;

/** A body whose request outlives the page, for what is saved while it closes. */
export function lasting<Body extends object>(body: Body): { body: Body; keepalive: boolean } {
  return { body, keepalive: JSON.stringify(body).length < LONGEST_LASTING };
}

/** An answer with the name of the program that sends it. */
export function signed<Body extends object>(answer: Body): Body & { client_version: string } {
  return { ...answer, client_version: __CLIENT_VERSION__ };
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Sends Django's token along and throws errors, which `toError` reads from the answer. */
export function errorsAndToken(toError: (status: number, body: unknown) => ApiError): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set("Accept", "application/json");
      if (!SAFE_METHODS.includes(request.method)) {
        request.headers.set("X-CSRFToken", readCsrfToken());
      }
    },
    async onResponse({ request, response }) {
      // What was read may come from a cache, with the date of then.
      if (!SAFE_METHODS.includes(request.method)) noteServerDate(response.headers.get("Date"));
      if (!response.ok) throw toError(response.status, await readJson(response));
      // A page where data was asked for is not an answer of this server, but of one in between.
      if (response.headers.get("Content-Type")?.startsWith("text/html")) throw toError(502, null);
      return await readWhole(response);
    },
    onError({ error }) {
      // An abort is not a failure: the code that stopped the request knows.
      if (error instanceof DOMException && error.name === "AbortError") return;
      return connectionError();
    },
  };
}

/** The most rows that the server sends at once. */
const LONGEST_PAGE = 500;

/** A whole list, read page by page. */
export async function readAllPages<Row>(
  readPage: (query: { readonly page: number; readonly page_size: number }) => Promise<{
    readonly results: readonly Row[];
    readonly count: number;
  }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { results, count } = await readPage({ page, page_size: LONGEST_PAGE });
    rows.push(...results);
    if (page * LONGEST_PAGE >= count || results.length === 0) return rows;
  }
}

/** How every client of this server asks. */
export function clientOptions(): ClientOptions {
  return {
    baseUrl: window.location.origin,
    credentials: "same-origin",
    querySerializer: serializeQuery,
    fetch: (request) => globalThis.fetch(request),
  };
}

/**
 * The API, typed from the server's OpenAPI schema.
 *
 * Every status of 400 and above, and no answer at all, is thrown as an `ApiError`.
 */
export const api = createClient<paths>(clientOptions());
api.use(errorsAndToken(toApiError));

/** The answer's JSON. Only for calls that always bring one. */
export async function read<Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
  const { data } = await call;
  if (data === undefined || data === null) throw toApiError(502, null);
  return data;
}

type ReadPath = ClientPathsWithMethod<typeof api, "get">;
type Answer<Path extends ReadPath> = MethodResponse<typeof api, "get", Path>;
type Parameters<Path extends ReadPath> =
  ParamsOption<paths[Path]["get"]> extends { params: infer Needed }
    ? [params: Needed]
    : [params?: ParamsOption<paths[Path]["get"]>["params"]];

/** The JSON at `path`; stops asking when `signal` says that nobody waits for it any more. */
export function readFrom<Path extends ReadPath>(
  path: Path,
  signal: AbortSignal,
  ...[params]: Parameters<Path>
): Promise<Answer<Path>> {
  // TypeScript doesn't see that the types of this path's parameters and answer belong together.
  return read(api.GET(path, { params, signal } as never) as Promise<{ data?: Answer<Path> }>);
}
