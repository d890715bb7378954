import { expect, test } from "vitest";

import { toSignInError } from "./signInErrors";

test("every problem of a field is in its sentence", () => {
  const error = toSignInError(400, {
    status: 400,
    errors: [
      { code: "password_too_short", param: "password", message: "Too short." },
      { code: "password_too_common", param: "password", message: "Too common." },
    ],
  });
  expect([error.code, error.fields]).toEqual([
    "password_too_short",
    { password: "Too short. Too common." },
  ]);
});

test("what is about no field comes first", () => {
  const error = toSignInError(400, {
    errors: [
      { code: "a", param: "password", message: "Wrong." },
      { code: "b", message: "Locked." },
    ],
  });
  expect(error.detail).toBe("Locked.");
});

test("an answer without a body gets the sentence of its status", () => {
  expect(toSignInError(429, { status: 429 }).detail).toBe(
    "Too many attempts. Wait a minute and try again.",
  );
});

test.each([
  [{ data: { flows: [{ id: "verify_email", is_pending: true }] } }, "Confirm your e-mail"],
  [{ data: { flows: [{ id: "something", is_pending: true }] } }, "a further step"],
  [{ data: { flows: [{ id: "login" }] } }, "This account is closed"],
  [null, "This account is closed"],
])("a 401 says what is missing: %j", (body, sentence) => {
  expect(toSignInError(401, body).detail).toContain(sentence);
});
