import { expect, test } from "vitest";

import { ApiError, connectionError, describeError, isTransient, toApiError } from "./errors";

test("toApiError takes the first sentence of each field, however deep it lies", () => {
  const { fields } = toApiError(400, {
    code: "invalid",
    detail: "Check the answer.",
    fields: {
      title: "Too long.",
      short_answers: [{}, { start_token: ["Not a number.", "Too small."] }],
      empty: [],
      code: 5,
    },
  });
  expect(fields).toEqual({ title: "Too long.", short_answers: "Not a number." });
});

test("toApiError has a sentence for an answer that brings none", () => {
  expect(
    [401, 403, 404, 409, 413, 418, 429, 500].map((status) => toApiError(status, null).detail),
  ).toEqual([
    "You are signed out. Sign in again to go on.",
    "You may not do this in this project.",
    "This does not exist, or you may not see it.",
    "Somebody changed this in the meantime. Load the page again.",
    "The file is larger than this server accepts.",
    "The server refused the request.",
    "Too many attempts. Wait a minute and try again.",
    "The server ran into a problem. Nothing was saved; try again in a moment.",
  ]);
});

test("toApiError ignores a body that is no error of the API", () => {
  const { code, detail, fields } = toApiError(404, ["x"]);
  expect({ code, detail, fields }).toEqual({
    code: "http_404",
    detail: "This does not exist, or you may not see it.",
    fields: {},
  });
});

test("describeError never shows a program's own message", () => {
  expect(describeError(new TypeError("x is undefined"))).toBe(
    "Something went wrong on this page. Reload it. If the error stays, tell the project’s lead.",
  );
  expect(describeError(new ApiError({ status: 400, code: "a", detail: "A sentence." }))).toBe(
    "A sentence.",
  );
});

test("isTransient is true for what trying again may cure", () => {
  expect(
    [connectionError(), toApiError(503, null), toApiError(409, null), new Error("no")].map(
      isTransient,
    ),
  ).toEqual([true, true, false, false]);
});
