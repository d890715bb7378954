import { expect, test, vi } from "vitest";

import { type ChosenBy, PageView } from "./pageView";
import { documentOf } from "./testing";

const HTML = `
  <h1>Norway</h1>
  <table data-c="0"><tbody>
    <tr data-c="1"><td><b data-t="3">Oslo</b></td></tr>
    <tr data-c="2"><td><b data-t="8">Bergen</b></td></tr>
  </tbody></table>
  <p data-c="3"><b data-t="12">One</b> <b data-t="13">more</b> <b data-t="14">word</b></p>`;

const CANDIDATES = [
  { index: 0, tag: "Table", start_token: 0, end_token: 11 },
  { index: 1, tag: "Tr", start_token: 1, end_token: 6 },
  { index: 2, tag: "Tr", start_token: 6, end_token: 10 },
  { index: 3, tag: "P", start_token: 11, end_token: 16 },
  { index: 4, tag: "P", start_token: 16, end_token: 30 },
];

function open(): { view: PageView; marked: (attribute: string) => (string | null)[] } {
  const view = new PageView(documentOf(HTML), CANDIDATES);
  const marked = (attribute: string) =>
    Array.from(view.document.querySelectorAll(`[${attribute}]`), (element) =>
      element.getAttribute("data-c"),
    );
  return { view, marked };
}

test("one candidate at a time is lit or chosen", () => {
  const { view, marked } = open();
  view.setHover(1);
  view.setHover(2);
  view.setSelected(3);
  expect(marked("data-hover")).toEqual(["2"]);
  expect(marked("data-selected")).toEqual(["3"]);
  view.setHover(null);
  expect(marked("data-hover")).toEqual([]);
});

test("dimming leaves the chosen box and what encloses it bright", () => {
  const { view, marked } = open();
  view.dimAllBut(1);
  expect(marked("data-dimmed")).toEqual([null, "2", "3"]);
  view.dimAllBut(null);
  expect(marked("data-dimmed")).toEqual([]);
});

test("a candidate without an element in the rendering can't be reached", () => {
  const { view } = open();
  expect(view.navigator.order).toEqual([0, 1, 2, 3]);
  view.setHover(4);
  expect(view.elementOf(4)).toBeNull();
});

test("the beginning of a box is its first words", () => {
  const { view } = open();
  expect(view.beginningOf({ start_token: 11, end_token: 16 }, 2)).toBe("One more …");
  expect(view.beginningOf({ start_token: 11, end_token: 16 }, 3)).toBe("One more word");
  expect(view.beginningOf({ start_token: 20, end_token: 25 })).toBe("");
});

test("clearing takes every mark off", () => {
  const { view, marked } = open();
  view.setHover(1);
  view.setSelected(2);
  view.dimAllBut(3);
  view.clear();
  expect(["data-hover", "data-selected", "data-dimmed"].flatMap(marked)).toEqual([]);
});

test("the theme is written on the root element", () => {
  const { view } = open();
  view.setTheme("dark");
  expect(view.document.documentElement.dataset.theme).toBe("dark");
});

test("what was shown stays in view at another width, until the user scrolls away", () => {
  // A window of its own: pages of other tests listen to the shared one.
  const frame = document.body.appendChild(document.createElement("iframe"));
  const { contentDocument: page, contentWindow: shown } = frame;
  if (page === null || shown === null) throw new Error("The frame has no page.");
  let width = 1440;
  let top = 0;
  const scrollBy = vi.fn();
  shown.scrollBy = scrollBy;
  shown.matchMedia = window.matchMedia;
  Object.defineProperty(page.documentElement, "clientWidth", { get: () => width });
  page.body.getBoundingClientRect = () => new DOMRect(0, top, 300, 90);
  const scrollsAt = (newWidth: number, newTop: number) => {
    scrollBy.mockClear();
    [width, top] = [newWidth, newTop];
    shown.dispatchEvent(new Event("resize"));
    return scrollBy.mock.calls.length;
  };
  const view = new PageView(page, []);
  view.reveal(page.body, "keys");
  expect(scrollsAt(390, 2000)).toBe(1);
  expect(scrollsAt(390, 2000)).toBe(0);
  expect(scrollsAt(800, 100)).toBe(0);
  top = 2000;
  page.dispatchEvent(new Event("scrollend"));
  expect(scrollsAt(390, 3000)).toBe(0);
  frame.remove();
});

test("a pointer in the page moves nothing, a button what is out of sight, and keys reveal", () => {
  const { view } = open();
  vi.spyOn(view.document, "defaultView", "get").mockReturnValue(window);
  window.matchMedia = vi.fn().mockReturnValue({ matches: true });
  const scrollBy = vi.spyOn(window, "scrollBy").mockImplementation(() => undefined);
  const box = view.elementOf(3);
  if (box === null) throw new Error("The page has no such box.");
  const scrollsTo = (top: number, by: ChosenBy) => {
    scrollBy.mockClear();
    box.getBoundingClientRect = () => new DOMRect(0, top, 300, 200);
    view.reveal(box, by);
    return scrollBy.mock.calls.length;
  };
  const cutOff = window.innerHeight - 20;
  expect(scrollsTo(cutOff, "pointer")).toBe(0);
  expect(scrollsTo(cutOff, "keys")).toBe(1);
  expect(scrollsTo(cutOff, "button")).toBe(0);
  view.document.dispatchEvent(new Event("scrollend"));
  const scrolledAway = window.innerHeight + 2000;
  expect(scrollsTo(scrolledAway, "pointer")).toBe(0);
  expect(scrollsTo(scrolledAway, "button")).toBe(1);
  // A press ends a scroll that is under way.
  scrollBy.mockClear();
  view.document.dispatchEvent(new Event("pointerdown"));
  expect(scrollBy.mock.calls).toEqual([[{ top: 0, behavior: "instant" }]]);
  view.document.dispatchEvent(new Event("pointerdown"));
  expect(scrollBy).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
