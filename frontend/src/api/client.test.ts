import { afterEach, expect, test, vi } from "vitest";

import { fakeServer } from "@/test/server";

import { api, read, readCsrfToken, readFrom, serializeQuery } from "./client";
import { ApiError, isTransient } from "./errors";

afterEach(() => {
  document.cookie = "csrftoken=; max-age=0";
});

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("expected an ApiError");
  return error;
}

const PROJECT = {
  slug: "demo",
  kind: "nq",
  title: "Demo",
  overlap: 3,
  lease_minutes: 60,
  guidelines: "",
} as const;

const createProject = () => read(api.POST("/api/v1/projects/", { body: PROJECT }));
const readMe = () => read(api.GET("/api/v1/me/"));

test("serializeQuery leaves out what is empty and escapes the rest", () => {
  expect(
    serializeQuery({ search: "a&b", page: 2, split: "", late: false, example: undefined }),
  ).toBe("search=a%26b&page=2&late=false");
});

test("readCsrfToken finds the token among other cookies", () => {
  expect(readCsrfToken("theme=dark; csrftoken=a%20b; x=1")).toBe("a b");
  expect(readCsrfToken("theme=dark")).toBe("");
});

test("the client sends JSON with the CSRF token", async () => {
  document.cookie = "csrftoken=secret";
  const requests = fakeServer({ "POST projects/": { status: 201, json: { slug: "demo" } } });

  expect(await createProject()).toEqual({ slug: "demo" });
  expect(requests).toEqual([
    {
      method: "POST",
      path: "projects/",
      query: {},
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-csrftoken": "secret",
      },
      body: PROJECT,
    },
  ]);
});

test("the client sends no CSRF token when it only reads", async () => {
  document.cookie = "csrftoken=secret";
  const requests = fakeServer({ "GET me/": { json: {} } });
  await readMe();
  expect(requests[0]?.headers).toEqual({ accept: "application/json" });
});

test("the client turns an error answer into an ApiError with its code, sentence and fields", async () => {
  const body = {
    code: "invalid",
    detail: "The slug is taken.",
    fields: { slug: ["Choose another.", "Or this."] },
  };
  fakeServer({ "POST projects/": { status: 400, json: body } });

  const { status, code, detail, fields, body: kept } = await failure(createProject());
  expect({ status, code, detail, fields, kept }).toEqual({
    status: 400,
    code: "invalid",
    detail: "The slug is taken.",
    fields: { slug: "Choose another." },
    kept: body,
  });
});

test("a request that signing in has overtaken may be sent once more", async () => {
  const json = { code: "csrf_failed", detail: "Load the page again.", fields: {} };
  fakeServer({ "POST projects/": { status: 403, json } });
  expect(isTransient(await failure(createProject()))).toBe(true);
  fakeServer({ "POST projects/": { status: 403 } });
  expect(isTransient(await failure(createProject()))).toBe(false);
});

test("the client says in a sentence that the server can't be reached", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const { status, code } = await failure(readMe());
  expect({ status, code }).toEqual({ status: 0, code: "no_connection" });
});

test("the client passes an abort on as it is", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stopped", "AbortError")));
  await expect(readMe()).rejects.toThrow(DOMException);
});

test("the client has a sentence for an error page that is not JSON", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Bad</h1>", { status: 502 })));
  const { code, detail } = await failure(readMe());
  expect({ code, detail }).toEqual({
    code: "http_502",
    detail: "The server ran into a problem. Nothing was saved; try again in a moment.",
  });
});

test("a page in place of data, such as a proxy's, is a failure that may pass", async () => {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Sign on</h1>", { headers })));
  const error = await failure(readMe());
  expect([error.status, isTransient(error)]).toEqual([502, true]);
});

test("read refuses an answer without content where there must be one", async () => {
  fakeServer({ "GET me/": { status: 204 } });
  const { status } = await failure(readMe());
  expect(status).toBe(502);
});

test("a connection that breaks in the middle of an answer brought none", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"user": '));
      controller.error(new TypeError("network error"));
    },
  });
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json" } })),
  );
  const error = await failure(readMe());
  expect([error.status, isTransient(error)]).toEqual([0, true]);
});

test("an answer without a body stays one", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
  const { data } = await api.POST("/api/v1/projects/{slug}/assignments/next/", {
    params: { path: { slug: "demo" } },
    body: { ahead: false },
  });
  expect(data).toBeUndefined();
});

test("readFrom gives the request its parameters, and its signal", async () => {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(request);
    return Promise.resolve(Response.json({ results: [] }));
  });
  const waiting = new AbortController();
  const params = { path: { slug: "demo" }, query: { page: 2 } };

  expect(await readFrom("/api/v1/projects/{slug}/faq/", waiting.signal, params)).toEqual({
    results: [],
  });
  expect(requests.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
    "/api/v1/projects/demo/faq/?page=2",
  ]);
  waiting.abort();
  expect(requests[0]?.signal.aborted).toBe(true);
});
