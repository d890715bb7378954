import { expect, test } from "vitest";

import {
  completeOf,
  type Content,
  contentOf,
  decide,
  describeOpen,
  DRAFTS,
  nameOf,
  openSteps,
  stepsOf,
} from "./content";

const NOTHING = contentOf(null, 2);
const DECIDED: Content = {
  left_captures: [true, false],
  right_captures: [true, true],
  ambiguity: "right",
  fluency: "tie",
  overall: "right",
  comment: "",
};

test("the keyboard goes down one answer, down the other, and then over both", () => {
  expect(stepsOf(2).map(nameOf)).toEqual([
    "left-0",
    "left-1",
    "right-0",
    "right-1",
    "ambiguity",
    "fluency",
    "overall",
  ]);
});

test("what is open is said in words", () => {
  expect(describeOpen(NOTHING)).toBe(
    "all 2 rows of the left, all 2 rows of the right, ambiguity, fluency, overall",
  );
  expect(describeOpen({ ...DECIDED, left_captures: [null, false], fluency: null })).toBe(
    "left 1, fluency",
  );
  expect(describeOpen(contentOf({ ...DECIDED, left_captures: [], seconds: 0 }, 3))).toBe(
    "all 3 rows of the left, right 3",
  );
  expect(describeOpen(DECIDED)).toBe("");
});

test("only what is decided in full can be submitted, and no is a decision", () => {
  expect(completeOf({ ...DECIDED, left_captures: [true, null] })).toBeNull();
  expect(completeOf({ ...DECIDED, overall: null })).toBeNull();
  expect(completeOf({ ...DECIDED, left_captures: [false, false] })).not.toBeNull();
});

test("a decision changes one cell and nothing else", () => {
  const first = decide(NOTHING, { kind: "capture", side: "right", number: 1 }, false);
  expect(first).toEqual({ ...NOTHING, right_captures: [null, false] });
  const second = decide(first, { kind: "preference", respect: "overall" }, "tie");
  expect(second).toEqual({ ...first, overall: "tie" });
  expect(openSteps(second).map(nameOf)).toEqual([
    "left-0",
    "left-1",
    "right-0",
    "ambiguity",
    "fluency",
  ]);
});

test("drafts with the same decisions are the same however long they took", () => {
  const draft = { ...DECIDED, seconds: 4 };
  expect(DRAFTS.same(draft, { ...draft, seconds: 90 })).toBe(true);
  expect(DRAFTS.same(draft, { ...draft, fluency: "left" })).toBe(false);
  expect(DRAFTS.same(draft, null)).toBe(false);
  expect(DRAFTS.isDraft(draft)).toBe(true);
  expect(DRAFTS.isDraft({ long_form_answer: "", knowledge: [] })).toBe(false);
});
