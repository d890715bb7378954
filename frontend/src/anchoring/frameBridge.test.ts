import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FrameBridge, spanning, type FrameHandlers } from "./frameBridge";

const PAGE = `
  <table data-c="0"><tbody><tr data-c="1"><td><a href="/wiki/Oslo"><b data-t="3">Oslo</b></a></td></tr></tbody></table>
  <p data-c="2"><b data-t="8">Bergen</b></p>`;

let bridge: FrameBridge | null = null;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  // jsdom has no layout and no scrolling.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
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

/** Two words that lie at 10 and from 90 on, and what drags between them say. */
function dragsOver(handlers: FrameHandlers = {}): [string | null, boolean][] {
  const drags: [string | null, boolean][] = [];
  const caret = (x: number) => {
    if (x < 0 || x >= window.innerWidth) return null;
    const [selector, offset]: [string, number] = x < 90 ? ["[data-t='3']", 0] : ["[data-t='8']", 6];
    return { offsetNode: element(selector).firstChild, offset };
  };
  Object.defineProperty(document, "caretPositionFromPoint", { value: caret, configurable: true });
  const attached = attach({
    onDrag: (range, done) => drags.push([range && String(range).replace(/\s+/g, " "), done]),
    ...handlers,
  });
  attached.dragging = true;
  return drags;
}

function forgetPlaces(): void {
  Reflect.deleteProperty(document, "caretPositionFromPoint");
}

test("a drag that was given up clicks nothing where the button is let go", () => {
  const clicks: unknown[] = [];
  const drags = dragsOver({ onClick: (hit) => clicks.push(hit) });
  fire("a", "pointerdown", { clientX: 10 });
  fire("[data-t='8']", "pointermove", { clientX: 90, buttons: 1 });
  vi.advanceTimersToNextFrame();
  bridge?.cancelDrag();
  fire("[data-t='8']", "pointerup", { clientX: 90 });
  fire("body", "click", { clientX: 90 });
  expect([drags.at(-1), clicks]).toEqual([[null, false], []]);
  fire("a", "pointerdown", { clientX: 10 });
  fire("a", "pointerup", { clientX: 10 });
  fire("a", "click", { clientX: 10 });
  expect(clicks).toHaveLength(1);
  forgetPlaces();
});

test("a drag from a link selects the text between press and release, and is no click", () => {
  const clicks: unknown[] = [];
  const drags = dragsOver({ onClick: (hit) => clicks.push(hit) });
  fire("a", "pointerdown", { clientX: 10 });
  // Only an unprevented press lets the frame hear of a release outside of it.
  expect(fire("a", "mousedown", { clientX: 10 }).defaultPrevented).toBe(false);
  expect(fire("a", "selectstart").defaultPrevented).toBe(true);
  fire("[data-t='8']", "pointermove", { clientX: 90, buttons: 1 });
  vi.advanceTimersToNextFrame();
  fire("[data-t='8']", "pointerup", { clientX: 90 });
  fire("body", "click", { clientX: 90 });
  forgetPlaces();
  expect(drags).toEqual([
    ["Oslo Bergen", false],
    ["Oslo Bergen", true],
  ]);
  expect(clicks).toEqual([]);
});

test("a drag reaches the edge from outside, and ends with a move without a button", () => {
  const drags = dragsOver();
  fire("a", "pointerdown", { clientX: 10 });
  fire("[data-t='8']", "pointermove", { clientX: window.innerWidth + 50, buttons: 1 });
  vi.advanceTimersToNextFrame();
  fire("[data-t='8']", "pointermove", { clientX: 95, buttons: 0 });
  fire("a", "pointermove", { clientX: 10, buttons: 0 });
  vi.advanceTimersToNextFrame();
  forgetPlaces();
  expect(drags).toEqual([
    ["Oslo Bergen", false],
    ["Oslo Bergen", true],
  ]);
});

test("the browser selects by itself where drags don't, and after a press", () => {
  const attached = attach({});
  fire("a", "pointerdown");
  expect(fire("a", "selectstart").defaultPrevented).toBe(false);
  attached.dragging = true;
  fire("a", "pointerdown");
  fire("a", "pointerup");
  expect(fire("a", "selectstart").defaultPrevented).toBe(false);
});

test("a press leaves the focus on no link, where Enter would press it again", () => {
  dragsOver();
  const link = element("a") as HTMLAnchorElement;
  fire("a", "pointerdown", { clientX: 10 });
  link.focus();
  fire("a", "pointerup", { clientX: 10 });
  forgetPlaces();
  expect(document.activeElement).toBe(document.body);
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
