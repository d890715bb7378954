import { vi } from "vitest";

import type { Job } from "@/api/types";

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
 * Answers `fetch` from a table of `"GET projects/demo/"` → answer, or what makes one of the
 * request, and records what was asked. An address that is not in the table gets 404.
 */
export function fakeServer(
  answers: Record<
    string,
    FakeAnswer | ((request: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>)
  >,
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace("/api/v1/", "");
    const text = await request.text();
    const recorded = {
      method: request.method,
      path,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(request.headers),
      body: bodyOf(text, request.headers.get("Content-Type") ?? ""),
    };
    requests.push(recorded);
    const entry = answers[`${request.method} ${path}`];
    const { status = 200, json = null } = (typeof entry === "function"
      ? await entry(recorded)
      : entry) ?? {
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

/** A project's jobs as the server lists them: of the kinds that are asked for, page by page. */
export function jobList(jobs: readonly Job[]): (request: RecordedRequest) => FakeAnswer {
  return ({ query: { kinds = "", page: number = "1", page_size: size = "50" } }) => {
    const beginnings = kinds.split(",");
    const found = jobs.filter(({ kind }) => beginnings.some((each) => kind.startsWith(each)));
    const first = (Number(number) - 1) * Number(size);
    return { json: page(found.slice(first, first + Number(size)), found.length) };
  };
}

/** One page of a list, as the server sends it. */
export function page<Row>(results: Row[], count = results.length) {
  return { count, next: null, previous: null, results };
}
