import fc from "fast-check";
import { expect, test } from "vitest";

import { candidateElements, CandidateNavigator, smallestCandidateAt } from "./candidateNavigator";
import { encloses } from "./spans";
import { documentOf, renderings } from "./testing";

function candidate(index: number, tag: string, start_token: number, end_token: number) {
  return { index, tag, start_token, end_token };
}

// P · Table (Tr, Tr (Ul)) · P
const PAGE = [
  candidate(0, "P", 0, 10),
  candidate(1, "Table", 10, 60),
  candidate(2, "Tr", 11, 20),
  candidate(3, "Tr", 20, 59),
  candidate(4, "Ul", 25, 40),
  candidate(5, "P", 60, 70),
];

test("down and up go along the siblings and flow on at the ends", () => {
  const navigator = new CandidateNavigator(PAGE);
  expect([0, 1, 2, 3, 4, 5].map((index) => navigator.next(index))).toEqual([1, 5, 3, 5, 5, null]);
  expect([0, 1, 2, 3, 4, 5].map((index) => navigator.previous(index))).toEqual([
    null,
    0,
    1,
    2,
    3,
    1,
  ]);
});

test("left goes to the parent and right to the first child", () => {
  const navigator = new CandidateNavigator(PAGE);
  expect([0, 1, 2, 3, 4, 5].map((index) => navigator.parent(index))).toEqual([
    null,
    null,
    1,
    1,
    3,
    null,
  ]);
  expect([0, 1, 2, 3, 4, 5].map((index) => navigator.firstChild(index))).toEqual([
    null,
    2,
    null,
    4,
    null,
    null,
  ]);
});

test("the chain names what encloses a candidate, the outermost first", () => {
  const navigator = new CandidateNavigator(PAGE);
  expect(navigator.chain(4).map(({ tag }) => tag)).toEqual(["Table", "Tr", "Ul"]);
  expect(navigator.chain(99)).toEqual([]);
});

test("what an unreachable candidate encloses moves up to its parent", () => {
  const navigator = new CandidateNavigator(PAGE, (index) => index !== 3);
  expect(navigator.children(1)).toEqual([2, 4]);
  expect(navigator.get(3)).toBeNull();
});

test("a page without candidates has nowhere to go", () => {
  const navigator = new CandidateNavigator([]);
  expect([navigator.first(), navigator.last(), navigator.parent(0)]).toEqual([null, null, null]);
});

test("every candidate is reached by going down and into children", () => {
  fc.assert(
    fc.property(renderings, ({ candidates }) => {
      const navigator = new CandidateNavigator(candidates);
      const seen = new Set<number>();
      const visit = (index: number | null) => {
        for (const child of navigator.children(index)) {
          seen.add(child);
          visit(child);
        }
      };
      visit(null);
      expect([...seen].sort((a, b) => a - b)).toEqual(candidates.map(({ index }) => index));
    }),
  );
});

test("next and previous in document order pass every candidate once", () => {
  fc.assert(
    fc.property(renderings, ({ candidates }) => {
      const navigator = new CandidateNavigator(candidates);
      const forward: number[] = [];
      for (let at = navigator.first(); at !== null; at = navigator.nextInDocument(at)) {
        forward.push(at);
      }
      const backward: number[] = [];
      const end = forward.at(-1) ?? null;
      for (let at = end; at !== null; at = navigator.previousInDocument(at)) backward.unshift(at);
      expect(forward).toEqual(candidates.map(({ index }) => index));
      expect(backward).toEqual(forward);
    }),
  );
});

test("a parent encloses its children, and next leaves the candidate behind", () => {
  fc.assert(
    fc.property(renderings, ({ candidates }) => {
      const navigator = new CandidateNavigator(candidates);
      for (const each of candidates) {
        const parent = navigator.get(navigator.parent(each.index) ?? -1);
        expect(parent === null || encloses(parent, each)).toBe(true);
        const next = navigator.get(navigator.next(each.index) ?? -1);
        expect(next === null || next.start_token >= each.end_token).toBe(true);
      }
    }),
  );
});

test("the smallest candidate under a node is that of the nearest element", () => {
  fc.assert(
    fc.property(renderings, ({ html, candidates }) => {
      const page = documentOf(html);
      for (const [index, element] of candidateElements(page)) {
        expect(smallestCandidateAt(element)).toBe(index);
        const word = element.querySelector("[data-t]");
        if (!word) continue;
        const token = Number.parseInt(word.getAttribute("data-t") ?? "", 10);
        const enclosing = candidates.filter(
          (each) => each.start_token <= token && token < each.end_token,
        );
        expect(smallestCandidateAt(word.firstChild)).toBe(enclosing.at(-1)?.index);
      }
    }),
  );
});
