import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FarBlocks, putOffFar } from "./farBlocks";
import { documentOf } from "./testing";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PARAGRAPHS = 40;
const NEAR = 12;

function longPage(): Document {
  return documentOf(`<div>${"<p>Text</p>".repeat(PARAGRAPHS)}</div>`);
}

function farIn(document: Document): number {
  return document.querySelectorAll("[data-far]").length;
}

/** Idle moments that the test hands out, each with time for `rounds` steps. */
function idleMoments(): { give: (rounds: number) => void; readonly asked: number } {
  const waiting: IdleRequestCallback[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: IdleRequestCallback) => waiting.push(callback));
  return {
    give: (rounds) => {
      let left = rounds;
      waiting.shift()?.({ didTimeout: false, timeRemaining: () => (left-- > 0 ? 50 : 0) });
    },
    get asked() {
      return waiting.length;
    },
  };
}

test("what is far down is put off, and laid out bit by bit from the top", () => {
  const idle = idleMoments();
  const page = longPage();
  putOffFar(page);
  expect(farIn(page)).toBe(PARAGRAPHS - NEAR);
  new FarBlocks(page);
  vi.runAllTimers();
  idle.give(2);
  expect(farIn(page)).toBe(PARAGRAPHS - NEAR - 8);
  expect(page.querySelector("p:nth-child(21)")?.hasAttribute("data-far")).toBe(true);
  expect(page.querySelector("p:nth-child(20)")?.hasAttribute("data-far")).toBe(false);
  idle.give(10);
  expect(farIn(page)).toBe(0);
  expect(idle.asked).toBe(0);
});

test("all of it is laid out at once where somebody goes there", () => {
  const idle = idleMoments();
  const page = longPage();
  putOffFar(page);
  new FarBlocks(page).finish();
  expect(farIn(page)).toBe(0);
  vi.runAllTimers();
  expect(idle.asked).toBe(0);
});

test("later sections count as far, however few there are", () => {
  idleMoments();
  const page = documentOf("<section><p>Text</p></section>".repeat(5));
  putOffFar(page);
  expect(farIn(page)).toBe(2);
});

test("a browser without idle moments lays out everything", () => {
  const page = longPage();
  putOffFar(page);
  expect(farIn(page)).toBe(0);
});
