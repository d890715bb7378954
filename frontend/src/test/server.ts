import { vi } from "vitest";

export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

interface FakeAnswer {
  status?: number;
  json?: unknown;
}

/**
 * Answers `fetch` from a table of `"GET projects/demo/"` → answer and records what was asked.
 * An address that is not in the table gets 404.
 */
export function fakeServer(
  answers: Record<string, FakeAnswer | (() => FakeAnswer)>,
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace("/api/v1/", "");
    const text = await request.text();
    requests.push({
      method: request.method,
      path,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(request.headers),
      body: bodyOf(text, request.headers.get("Content-Type") ?? ""),
    });
    const entry = answers[`${request.method} ${path}`];
    const { status = 200, json = null } = (typeof entry === "function" ? entry() : entry) ?? {
      status: 404,
      json: { code: "not_found", detail: `Nothing at ${path}.`, fields: {} },
    };
    return new Response(status === 204 ? null : JSON.stringify(json), { status });
  });
  return requests;
}

/** A body as JSON; a form stays the text that it is sent as. */
function bodyOf(text: string, type: string): unknown {
  if (text === "") return undefined;
  return type.startsWith("multipart/") ? text : (JSON.parse(text) as unknown);
}

/** One page of a list, as the server sends it. */
export function page<Row>(results: Row[], count = results.length) {
  return { count, next: null, previous: null, results };
}
