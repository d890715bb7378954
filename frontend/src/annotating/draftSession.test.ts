import { expect, test } from "vitest";

import { beginSession, sessionReducer } from "./draftSession";

test("what only the browser has counts as being saved until the server has it", () => {
  const draft = { text: "Masons" };
  expect(beginSession({ restored: { kind: "browser", draft } }).saveState.kind).toBe("saving");
  expect(beginSession({ restored: { kind: "server" } }).saveState.kind).toBe("saved");
});

test("a new submission forgets the last problem, and an answer ends it", () => {
  const begun = beginSession({ restored: { kind: "server" } });
  const refused = sessionReducer(begun, { type: "say", problem: "Write an answer first." });
  const sent = sessionReducer(refused, { type: "submit" });
  expect(sent).toMatchObject({ submitting: "yes", problem: null });
  const again = sessionReducer(sent, { type: "retry" });
  expect(again.submitting).toBe("retrying");
  expect(sessionReducer(again, { type: "answered" }).submitting).toBe("no");
});
