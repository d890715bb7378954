import { expect, test } from "vitest";

import { headersIn } from "./headers";

test("headers are names and values on lines", () => {
  expect(headersIn("X-Key: a:b \n\n Accept:c")).toEqual({ "X-Key": "a:b", Accept: "c" });
  expect(headersIn("")).toEqual({});
  for (const typed of ["X-Key", "X-Key:", ": a"]) expect(headersIn(typed)).toBeNull();
});
