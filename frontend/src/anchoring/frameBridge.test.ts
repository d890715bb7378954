import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FrameBridge, spanning, type FrameHandlers } from "./frameBridge";

const PAGE = `
  <table data-c="0"><tbody><tr data-c="1"><td><a href="/wiki/Oslo"><b data-t="3">Oslo</b></a></td></tr></tbody></table>
  <p data-c="2"><b data-t="8">Bergen</b></p>`;

let bridge: FrameBridge | null = null;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  // jsdom has neither focus nor scrolling.
  vi.stubGlobal("focus", () => undefined);
  vi.stubGlobal("scrollBy", () => undefined);
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] });
});

afterEach(() => {
  bridge?.detach();
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function attach(handlers: FrameHandlers): FrameBridge {
  bridge = new FrameBridge(document, handlers);
  return bridge;
}

function element(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`No ${selector} on the page.`);
  return found;
}

function fire(selector: string, type: string, init: MouseEventInit = {}): Event {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
  element(selector).dispatchEvent(event);
  return event;
}

test("hover reports the smallest candidate, once per frame and only when it changes", () => {
  const hovered: (number | null)[] = [];
  attach({ onHover: (candidate) => hovered.push(candidate) });
  fire('[data-c="2"]', "pointermove", { clientX: 1 });
  fire("a", "pointermove", { clientX: 2 });
  vi.advanceTimersToNextFrame();
  fire("td", "pointermove", { clientX: 3 });
  vi.advanceTimersToNextFrame();
  fire("[data-t='8']", "pointermove", { clientX: 4 });
  vi.advanceTimersToNextFrame();
  expect(hovered).toEqual([1, 2]);
});

test("a pointer at rest is ignored while the page scrolls under it", () => {
  const hovered: (number | null)[] = [];
  const attached = attach({ onHover: (candidate) => hovered.push(candidate) });
  fire("td", "pointermove", { clientX: 50, clientY: 50 });
  vi.advanceTimersToNextFrame();
  attached.quiet();
  fire("[data-t='8']", "pointermove", { clientX: 50, clientY: 50 });
  vi.advanceTimersToNextFrame();
  expect(hovered).toEqual([1]);
  fire("[data-t='8']", "pointermove", { clientX: 60, clientY: 50 });
  vi.advanceTimersToNextFrame();
  expect(hovered).toEqual([1, 2]);
});

test("a click reports the candidate and never follows a link", () => {
  const clicked: (number | null)[] = [];
  attach({ onClick: ({ candidate }) => clicked.push(candidate) });
  expect(fire("a", "click").defaultPrevented).toBe(true);
  fire("body", "click");
  expect(clicked).toEqual([1, null]);
});

test("keys that the frame gets are handed on", () => {
  const keys: string[] = [];
  attach({ onKey: (event) => keys.push(event.key) });
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
  expect(keys).toEqual(["n"]);
});

test("native drags and form submits are switched off", () => {
  attach({});
  expect(fire("a", "dragstart").defaultPrevented).toBe(true);
  expect(fire("p", "submit").defaultPrevented).toBe(true);
});

test("a drag from a link selects the text between press and release, and is no click", () => {
  const drags: [string | null, boolean][] = [];
  const clicks: unknown[] = [];
  const places: Record<number, [string, number]> = {
    10: ["[data-t='3']", 0],
    90: ["[data-t='8']", 6],
  };
  const caret = (x: number) => {
    const [selector, offset] = places[x] ?? ["body", 0];
    return { offsetNode: element(selector).firstChild, offset };
  };
  Object.defineProperty(document, "caretPositionFromPoint", { value: caret, configurable: true });
  const attached = attach({
    onDrag: (range, done) => drags.push([range && String(range).replace(/\s+/g, " "), done]),
    onClick: (hit) => clicks.push(hit),
  });
  attached.dragging = true;
  fire("a", "pointerdown", { clientX: 10 });
  expect(fire("a", "mousedown", { clientX: 10 }).defaultPrevented).toBe(true);
  fire("[data-t='8']", "pointermove", { clientX: 90 });
  vi.advanceTimersToNextFrame();
  fire("[data-t='8']", "pointerup", { clientX: 90 });
  fire("body", "click", { clientX: 90 });
  Reflect.deleteProperty(document, "caretPositionFromPoint");
  expect(drags).toEqual([
    ["Oslo Bergen", false],
    ["Oslo Bergen", true],
  ]);
  expect(clicks).toEqual([]);
});

test("nothing is heard after detaching", () => {
  const heard: string[] = [];
  attach({ onKey: () => heard.push("key"), onHover: () => heard.push("hover") }).detach();
  fire("td", "pointermove");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
  vi.advanceTimersToNextFrame();
  expect(heard).toEqual([]);
});

test("a range between two places does not depend on which comes first", () => {
  const caret = (selector: string, offset: number) => {
    const range = document.createRange();
    const node = element(selector).firstChild;
    if (node) range.setStart(node, offset);
    range.collapse(true);
    return range;
  };
  const oslo = caret("[data-t='3']", 1);
  const bergen = caret("[data-t='8']", 2);
  expect(String(spanning(bergen, oslo))).toBe(String(spanning(oslo, bergen)));
  expect(String(spanning(oslo, bergen)).replace(/\s+/g, "")).toBe("sloBe");
});
