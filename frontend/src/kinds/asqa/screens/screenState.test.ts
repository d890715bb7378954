import { expect, test } from "vitest";

import type { KnowledgePiece } from "@/api/types";

import { beginPassage } from "./knowledge";
import { beginScreen, screenReducer } from "./screenState";
import { buildLongForm } from "./testing";

const [FIRST, SECOND] = buildLongForm().pages.map((page, id) => ({
  ...page,
  id,
  html_url: id === 0 ? null : "/page",
}));
const PAGES = [FIRST, SECOND].filter((page) => page !== undefined);
const PIECE: KnowledgePiece = {
  content: "Masons use it.",
  page_title: "Plumb bob",
  page: 0,
  start_token: 1,
  end_token: 4,
};
const NOTHING = { pages: PAGES, knowledge: [], passage: null, concern: null };

test("the first page that can be read is in front, and those of the knowledge are open", () => {
  expect(beginScreen(NOTHING)).toMatchObject({ page: 1, visited: [1] });
  expect(beginScreen({ ...NOTHING, knowledge: [PIECE] }).visited).toEqual([1, 0]);
});

test("a form that says nothing is not opened again", () => {
  const blank = beginPassage(PAGES);
  expect(beginScreen({ ...NOTHING, passage: blank }).passage).toBeNull();
  const typed = { ...blank, content: "Masons" };
  expect(beginScreen({ ...NOTHING, passage: typed })).toMatchObject({ passage: typed, lead: null });
});

test("what leads to a page turns to it, and what asks for a decision shows where to make it", () => {
  const enlarged = screenReducer(beginScreen(NOTHING), {
    type: "change",
    changes: { large: true },
  });
  const span = { start_token: 1, end_token: 4 };
  const led = screenReducer(enlarged, { type: "lead", lead: { kind: "page", position: 0, span } });
  expect(led).toMatchObject({ page: 0, visited: [1, 0], large: true });
  const asked = screenReducer(led, { type: "ask", number: 1 });
  expect(asked).toMatchObject({ large: false, lead: { kind: "decision", number: 1 } });
});

test("the same passage is shown anew each time", () => {
  const show = { type: "show", passage: { kind: "knowledge", piece: 0 } } as const;
  const once = screenReducer(beginScreen(NOTHING), show);
  expect(screenReducer(once, show).shown).toMatchObject({ piece: 0, times: 2 });
});
