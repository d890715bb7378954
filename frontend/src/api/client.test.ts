import { afterEach, expect, test, vi } from "vitest";

import { fakeServer } from "@/test/server";

import { apiUrl, readCsrfToken, request } from "./client";
import { ApiError } from "./errors";

afterEach(() => {
  vi.unstubAllGlobals();
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

test("apiUrl leaves out what is empty and escapes the rest", () => {
  expect(apiUrl("projects/", { search: "a&b", page: 2, split: "", late: undefined })).toBe(
    "/api/v1/projects/?search=a%26b&page=2",
  );
});

test("readCsrfToken finds the token among other cookies", () => {
  expect(readCsrfToken("theme=dark; csrftoken=a%20b; x=1")).toBe("a b");
  expect(readCsrfToken("theme=dark")).toBe("");
});

test("request sends JSON with the CSRF token", async () => {
  document.cookie = "csrftoken=secret";
  const requests = fakeServer({ "POST projects/": { status: 201, json: { slug: "demo" } } });

  expect(await request("POST", "projects/", { body: { slug: "demo" } })).toEqual({ slug: "demo" });
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
      body: { slug: "demo" },
    },
  ]);
});

test("request sends no CSRF token when it only reads", async () => {
  document.cookie = "csrftoken=secret";
  const requests = fakeServer({ "GET me/": { json: {} } });
  await request("GET", "me/");
  expect(requests[0]?.headers).toEqual({ accept: "application/json" });
});

test("request answers null for 204", async () => {
  fakeServer({ "POST projects/demo/assignments/next/": { status: 204 } });
  expect(await request("POST", "projects/demo/assignments/next/")).toBeNull();
});

test("request turns an error answer into an ApiError with its code, sentence and fields", async () => {
  const body = {
    code: "invalid",
    detail: "The slug is taken.",
    fields: { slug: ["Choose another.", "Or this."] },
  };
  fakeServer({ "POST projects/": { status: 400, json: body } });

  const { status, code, detail, fields, body: kept } = await failure(request("POST", "projects/"));
  expect({ status, code, detail, fields, kept }).toEqual({
    status: 400,
    code: "invalid",
    detail: "The slug is taken.",
    fields: { slug: "Choose another." },
    kept: body,
  });
});

test("request says in a sentence that the server can't be reached", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const { status, code } = await failure(request("GET", "me/"));
  expect({ status, code }).toEqual({ status: 0, code: "no_connection" });
});

test("request passes an abort on as it is", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stopped", "AbortError")));
  await expect(request("GET", "me/")).rejects.toThrow(DOMException);
});

test("request has a sentence for an error page that is not JSON", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Bad</h1>", { status: 502 })));
  const { code, detail } = await failure(request("GET", "me/"));
  expect({ code, detail }).toEqual({
    code: "http_502",
    detail: "The server ran into a problem. Nothing was saved; try again in a moment.",
  });
});
