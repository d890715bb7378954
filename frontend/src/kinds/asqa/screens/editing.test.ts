import { expect, test } from "vitest";

import type { KnowledgePiece } from "@/api/types";

import { contentOf } from "./drafts";
import {
  beginEditing,
  describeTravel,
  editingReducer,
  type Editing,
  type EditingAction,
} from "./editing";

const EMPTY = beginEditing(contentOf(null));

function piece(content: string): KnowledgePiece {
  return { content, page_title: null, page: null, start_token: null, end_token: null };
}

function write(text: string): EditingAction {
  return { type: "change", changes: { long_form_answer: text } };
}

function after(state: Editing, ...actions: EditingAction[]): Editing {
  return actions.reduce(editingReducer, state);
}

function type(state: Editing, text: string): Editing {
  const before = state.content.long_form_answer;
  return after(state, ...Array.from(text, (_, at) => write(before + text.slice(0, at + 1))));
}

const undo = { type: "undo" } as const;
const redo = { type: "redo" } as const;

test("each kind of change is undone and redone in the order it was made", () => {
  const made = after(
    EMPTY,
    write("Masons use it."),
    { type: "add_piece", piece: piece("one") },
    { type: "add_piece", piece: piece("two") },
    { type: "remove_piece", position: 0 },
    { type: "change", changes: { acknowledged_missing: [1] } },
    { type: "change", changes: { concern: "Both mean the same." } },
  );
  const shown = [made];
  for (let step = 0; step < 6; step++) shown.unshift(editingReducer(shown[0] ?? made, undo));
  const contents = shown.map(({ content }) => [
    content.long_form_answer,
    content.knowledge.map((each) => each.content).join(),
    content.acknowledged_missing.length,
    content.concern,
  ]);
  expect(contents).toEqual([
    ["", "", 0, ""],
    ["Masons use it.", "", 0, ""],
    ["Masons use it.", "one", 0, ""],
    ["Masons use it.", "one,two", 0, ""],
    ["Masons use it.", "two", 0, ""],
    ["Masons use it.", "two", 1, ""],
    ["Masons use it.", "two", 1, "Both mean the same."],
  ]);
  const again = after(shown[0] ?? made, redo, redo, redo, redo, redo, redo);
  expect([again.content, again.future]).toEqual([made.content, []]);
  expect(editingReducer(EMPTY, undo)).toBe(EMPTY);
  expect(editingReducer(made, redo)).toBe(made);
});

test("letters in a row are one step for each word, and deleted ones another", () => {
  const typed = type(EMPTY, "all good  men");
  const deleted = after(typed, write("all good  me"), write("all good  m"));
  const texts = [];
  for (let state = deleted; state.past.length > 0; state = editingReducer(state, undo)) {
    texts.push(state.content.long_form_answer);
  }
  expect(texts).toEqual(["all good  m", "all good  men", "all good  ", "all "]);
});

test("what is typed after an undo, elsewhere or after another change begins a step", () => {
  const typed = type(EMPTY, "ab");
  const undone = type(editingReducer(typed, undo), "c");
  expect([undone.past.length, undone.future]).toEqual([1, []]);
  expect(after(typed, write("xab")).past).toHaveLength(2);
  const added = after(typed, { type: "add_piece", piece: piece("one") });
  expect(type(added, "c").past).toHaveLength(3);
});

test("what changes nothing is no step", () => {
  const written = after(EMPTY, write("a"));
  expect(editingReducer(written, write("a"))).toBe(written);
});

test("a removed piece can be brought back, but not a second time after an undo", () => {
  const removed = after(
    EMPTY,
    { type: "add_piece", piece: piece("one") },
    { type: "add_piece", piece: piece("two") },
    { type: "remove_piece", position: 0 },
  );
  const typed = type(removed, "a");
  const back = editingReducer(typed, { type: "bring_back" });
  expect(back.content.knowledge.map(({ content }) => content)).toEqual(["one", "two"]);
  expect(editingReducer(back, { type: "bring_back" })).toBe(back);
  const undone = editingReducer(removed, undo);
  expect(editingReducer(undone, { type: "bring_back" })).toBe(undone);
});

test("an undo says what it changed", () => {
  const { content } = after(EMPTY, write("a"), { type: "add_piece", piece: piece("one") });
  expect(describeTravel(content, EMPTY.content)).toBe(
    "The text changed back. The knowledge changed back.",
  );
});
