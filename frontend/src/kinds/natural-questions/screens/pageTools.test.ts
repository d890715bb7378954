import { expect, test, vi } from "vitest";

import { FrameBridge } from "@/anchoring/frameBridge";
import { PageView } from "@/anchoring/pageView";
import { documentOf } from "@/anchoring/testing";

import { PageTools } from "./pageTools";

const HTML = `
  <h2>History</h2>
  <p data-c="0"><b data-t="1">Open</b> <b data-t="2">since</b> <b data-t="3">1712</b> <i>[1]</i></p>
  <p data-c="1"><b data-t="6">Closed</b> <b data-t="7">1882</b></p>`;
const BOX = { index: 0, start_token: 0, end_token: 5 };
const SINCE_1712 = { start_token: 2, end_token: 4 };

function openTools() {
  const view = new PageView(documentOf(HTML), [
    { ...BOX, tag: "P" },
    { index: 1, tag: "P", start_token: 5, end_token: 9 },
  ]);
  const bridge = new FrameBridge(view.document, {
    onHover: (candidate) => tools.candidates.hover(candidate),
  });
  const tools: PageTools = new PageTools(view, bridge, () => undefined);
  const search = (text: string) => {
    tools.noteMatch(view.find.find(text)[0] ?? null);
  };
  return { tools, search };
}

test("words marked before their stage are not replaced by what was found before", () => {
  const { tools, search } = openTools();
  search("1712");
  tools.showStage("long_answer", BOX, "keys");
  tools.noteMarked(SINCE_1712);
  tools.showStage("short_answer", BOX, "keys");
  expect(tools.wordCursor?.span).toBeNull();
  tools.wordCursor?.moveByKey("ArrowLeft", { extend: true });
  expect(tools.wordCursor?.span).toEqual({ start_token: 2, end_token: 3 });
});

test("an answer without words, too, is not followed by what was found before", () => {
  const { tools, search } = openTools();
  search("1712");
  tools.noteMarked(null);
  tools.showStage("short_answer", BOX, "keys");
  expect(tools.wordCursor?.span).toBeNull();
});

test("what is found after a mark has the cursor", () => {
  const { tools, search } = openTools();
  tools.showStage("long_answer", BOX, "keys");
  tools.noteMarked(SINCE_1712);
  search("Open");
  tools.showStage("short_answer", BOX, "keys");
  expect(tools.wordCursor?.span).toEqual({ start_token: 1, end_token: 2 });
});

test("a second tap or a click with Shift beside the words marks nothing, and the first word stays", () => {
  const { tools } = openTools();
  const at = (selector: string) => tools.view.document.querySelector(selector);
  tools.showStage("short_answer", BOX, "keys");
  tools.pointAt(at("[data-t='1']"), false);
  const first = tools.wordCursor?.span;
  expect([tools.pointAt(at("p"), true), tools.pointAt(at("i"), true)]).toEqual([null, null]);
  expect(tools.wordCursor?.span).toEqual(first);
  expect(tools.pointAt(at("[data-t='3']"), true)).toEqual({ start_token: 1, end_token: 4 });
});

test("what is found leads to its box or its words, and a heading is in none", () => {
  const { tools, search } = openTools();
  tools.candidates.moveTo(1, "keys");
  search("history");
  expect([tools.goToMatch(), tools.candidates.position]).toEqual([false, 1]);
  search("1712");
  expect([tools.goToMatch(), tools.candidates.position]).toEqual([true, 0]);
  tools.showStage("short_answer", BOX, "keys");
  search("1882");
  expect(tools.goToMatch()).toBe(false);
  search("since");
  expect([tools.goToMatch(), tools.wordCursor?.span?.start_token]).toEqual([true, 2]);
});

test("a pointer at rest, under which the page slides along, does not take the cursor", () => {
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => {
    frame();
    return 0;
  });
  const { tools, search } = openTools();
  const slide = (box: string) => {
    const target = tools.view.document.querySelector(box);
    target?.dispatchEvent(new MouseEvent("pointermove", { bubbles: true }));
  };
  slide("[data-c='0']");
  search("1882");
  tools.goToMatch();
  slide("[data-c='0']");
  expect(tools.candidates.target(null)).toBe(1);
  tools.moveTo(0, "keys");
  slide("[data-c='1']");
  expect(tools.candidates.target(null)).toBe(0);
  // A press on what it rests on does.
  const pressed = tools.view.document.querySelector("[data-c='1']");
  pressed?.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  expect([tools.candidates.position, tools.candidates.target(null)]).toEqual([null, 1]);
  vi.unstubAllGlobals();
});
