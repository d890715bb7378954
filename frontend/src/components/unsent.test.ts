import { expect, test } from "vitest";

import { unsent } from "./unsent";

test("what was typed while a text was under way stays to be sent", () => {
  expect(unsent("The first.", "The first.")).toBe("");
  expect(unsent("The first. And another", "The first.")).toBe("And another");
  expect(unsent("Something else", "The first.")).toBe("Something else");
});
