import { vi } from "vitest";

export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

type Answer = { status?: number; json?: unknown } | (() => { status?: number; json?: unknown });

/**
 * Answers `fetch` from a table of `"GET projects/demo/"` → answer and records what was asked.
 * An address that is not in the table fails the test's request with 404.
 */
export function fakeServer(answers: Record<string, Answer>): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://plumbline.test");
    const path = url.pathname.replace("/api/v1/", "");
    const method = init.method ?? "GET";
    requests.push({
      method,
      path,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body,
    });
    const entry = answers[`${method} ${path}`];
    const answer = (typeof entry === "function" ? entry() : entry) ?? {
      status: 404,
      json: { code: "not_found", detail: `Nothing at ${path}.`, fields: {} },
    };
    const status = answer.status ?? 200;
    return Promise.resolve(
      new Response(status === 204 ? null : JSON.stringify(answer.json ?? null), { status }),
    );
  });
  return requests;
}

/** One page of a list, as the server sends it. */
export function page<Row>(results: Row[], count = results.length) {
  return { count, next: null, previous: null, results };
}
