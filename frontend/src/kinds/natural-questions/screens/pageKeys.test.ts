import { beforeEach, expect, test } from "vitest";

import { FrameBridge } from "@/anchoring/frameBridge";
import { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";
import { documentOf } from "@/anchoring/testing";
import { belongsToFocus, keyName } from "@/annotating/keys";

import {
  annotationReducer,
  beginAnnotation,
  type Annotation,
  type AnnotationAction,
} from "./annotation";
import { handlePageKey, isPageKey } from "./pageKeys";
import { PageTools } from "./pageTools";
import { toWire } from "./wire";

const HTML = `
  <p data-c="0"><b data-t="1">Built</b> <b data-t="2">by</b> <b data-t="3">Ada</b> <b data-t="4">.</b></p>
  <p data-c="1"><b data-t="7">In</b> <b data-t="8">1882</b></p>`;
const CANDIDATES = [
  { index: 0, tag: "P", start_token: 0, end_token: 6 },
  { index: 1, tag: "P", start_token: 6, end_token: 10 },
];

/** A question at its long answer, driven by keys alone. */
class Desk {
  annotation: Annotation = annotationReducer(beginAnnotation(), { type: "judge", quality: "good" });
  readonly announced: string[] = [];
  readonly jumps: number[] = [];
  finds = 0;
  hasRoom = true;
  private readonly view = new PageView(documentOf(HTML), CANDIDATES);
  private readonly tools = new PageTools(
    this.view,
    new FrameBridge(this.view.document, {}),
    () => undefined,
  );

  press(...keys: string[]): boolean[] {
    return keys.map((combination) => {
      const parts = combination.split("+");
      const event = new KeyboardEvent("keydown", {
        key: parts.at(-1) === "Space" ? " " : (parts.at(-1) ?? ""),
        shiftKey: parts.includes("Shift"),
        ctrlKey: parts.includes("Ctrl"),
        altKey: parts.includes("Alt"),
      });
      return handlePageKey(event, this.annotation, this.tools, {
        dispatch: this.dispatch,
        chooseAnd: this.chooseAnd,
        mark: this.mark,
        remove: (span) => this.dispatch({ type: "remove_span", span }),
        jump: (direction) => this.jumps.push(direction),
        announce: (text) => this.announced.push(text),
        find: () => {
          this.finds += 1;
          return this.hasRoom;
        },
      });
    });
  }

  get wire() {
    return toWire(this.annotation.answer);
  }

  private readonly dispatch = (...actions: AnnotationAction[]) => {
    this.annotation = actions.reduce(annotationReducer, this.annotation);
    const { answer, stage } = this.annotation;
    const long = answer.quality === "good" ? answer.long : null;
    this.tools.showStage(stage, long?.kind === "box" ? long.box : null, "keys");
  };

  private readonly chooseAnd = (action: AnnotationAction) => {
    const box = CANDIDATES[this.tools.candidates.target(null) ?? -1];
    if (box) this.dispatch({ type: "choose_box", box }, action);
  };

  private readonly mark = (span: TokenSpan) => {
    this.annotation = annotationReducer(this.annotation, { type: "mark_span", span });
    this.tools.noteMarked(span);
  };
}

let desk: Desk;

beforeEach(() => {
  desk = new Desk();
});

test("a passage and two spans are answered by keyboard alone", () => {
  desk.press("ArrowDown", "Home", "Enter");
  expect(desk.annotation.stage).toBe("short_answer");
  desk.press("ArrowRight", "Shift+ArrowRight", "Enter", "ArrowRight", "Space");
  expect(desk.wire.short_answers).toEqual([
    { start_token: 1, end_token: 3 },
    { start_token: 3, end_token: 4 },
  ]);
  expect(desk.announced).toEqual([
    "Built, word 1 of 4",
    "Built by, word 2 of 4",
    "Ada, word 3 of 4",
  ]);
  desk.press("Enter");
  expect(desk.annotation.stage).toBe("review");
});

test("keys of the page, and no others, are kept while it is loading", () => {
  const pressed = (key: string, ctrlKey = false, shiftKey = false) =>
    isPageKey(new KeyboardEvent("keydown", { key, ctrlKey, shiftKey }));
  const kept = ["ArrowDown", "Home", "PageDown", "Enter", "Escape", " ", "j", "J", "s", "y", "/"];
  expect(kept.filter((key) => !pressed(key))).toEqual([]);
  expect([pressed("Enter", true), pressed("f", true), pressed("ArrowLeft", true, true)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(["g", "q", "Tab", "F5"].filter((key) => pressed(key))).toEqual([]);
});

test("n says that there is no long answer, and in the next stage no short one", () => {
  desk.press("n");
  expect([desk.annotation.stage, desk.wire.long_answer]).toEqual(["review", null]);
  const other = new Desk();
  other.press("End", "Enter", "n");
  expect([other.annotation.stage, other.wire]).toEqual([
    "review",
    {
      question_quality: "good",
      long_answer: { candidate_index: 1 },
      short_answers: [],
      yes_no_answer: "NONE",
      bad_reason: "",
    },
  ]);
});

test("yes, no and no short answer can be said of a box that keys have moved to", () => {
  const said = (key: string) => {
    const other = new Desk();
    other.press("Home", key);
    const { long_answer, yes_no_answer } = other.wire;
    return [other.annotation.stage, long_answer?.candidate_index, yes_no_answer];
  };
  expect(said("y")).toEqual(["review", 0, "YES"]);
  expect(said("x")).toEqual(["review", 0, "NO"]);
  expect(said("Ctrl+Enter")).toEqual(["review", 0, "NONE"]);
});

test("a mark is extended, and Ctrl+Enter marks and is done", () => {
  desk.press("Home", "Enter", "ArrowRight", "Enter", "Shift+ArrowRight", "Enter");
  expect(desk.wire.short_answers).toEqual([{ start_token: 1, end_token: 3 }]);
  desk.press("ArrowRight", "Ctrl+Enter");
  expect(desk.wire.short_answers).toEqual([
    { start_token: 1, end_token: 3 },
    { start_token: 3, end_token: 4 },
  ]);
  expect(desk.annotation.stage).toBe("review");
});

test("escape goes back to the boxes, and there it takes the choice back", () => {
  desk.press("Home", "Enter", "Escape");
  expect([desk.annotation.stage, desk.wire.long_answer]).toEqual(["long_answer", null]);
});

test("j leads on by words of the question, and with Shift back", () => {
  expect(desk.press("j", "Shift+j")).toEqual([true, true]);
  expect(desk.jumps).toEqual([1, -1]);
});

test("y and x answer yes and no", () => {
  desk.press("End", "Enter", "y");
  expect(desk.wire.yes_no_answer).toBe("YES");
  desk.annotation = annotationReducer(desk.annotation, { type: "go_to", stage: "short_answer" });
  desk.press("x");
  expect(desk.wire.yes_no_answer).toBe("NO");
});

test("backspace takes the last span off, and escape lets the cursor go", () => {
  desk.press("Home", "Enter", "ArrowRight", "Enter", "End", "Enter", "Backspace");
  expect(desk.wire.short_answers).toEqual([{ start_token: 1, end_token: 2 }]);
  desk.press("Home", "Escape", "Space");
  expect(desk.wire.short_answers).toEqual([{ start_token: 1, end_token: 2 }]);
});

test("the slash and Ctrl+F open the search; other keys are left alone", () => {
  expect(desk.press("/", "Ctrl+f", "q", "Tab")).toEqual([true, true, false, false]);
  expect(desk.finds).toBe(2);
  desk.hasRoom = false;
  // The browser's own search opens instead.
  expect(desk.press("/", "Ctrl+f")).toEqual([false, false]);
});

test("Alt and an arrow are the browser's way back, also while words are marked", () => {
  desk.press("ArrowDown", "Home", "Enter", "ArrowRight");
  const before = desk.announced.length;
  expect(desk.press("Alt+ArrowLeft")).toEqual([false]);
  expect(desk.announced).toHaveLength(before);
});

test("keys are named the same with Command as with Ctrl, in either case", () => {
  const name = (init: KeyboardEventInit) => keyName(new KeyboardEvent("keydown", init));
  expect(name({ key: "Z", metaKey: true, shiftKey: true })).toBe("Ctrl+Shift+z");
  expect(name({ key: "N" })).toBe("n");
  expect(name({ key: "n", altKey: true })).toBe("Alt+n");
});

test("keys without a Latin letter or a digit have the name of their place", () => {
  const name = (init: KeyboardEventInit) => keyName(new KeyboardEvent("keydown", init));
  expect(name({ key: "и", code: "KeyB" })).toBe("b");
  expect(name({ key: "Я", code: "KeyZ", ctrlKey: true, shiftKey: true })).toBe("Ctrl+Shift+z");
  expect(name({ key: "&", code: "Digit1" })).toBe("1");
  expect(name({ key: "é", code: "Digit2" })).toBe("2");
  // Signs of Thai and Hindi are no letters, and a key of Arabic types two.
  expect(name({ key: "\u0e34", code: "KeyB" })).toBe("b");
  expect(name({ key: "\u093f", code: "KeyF" })).toBe("f");
  expect(name({ key: "لا", code: "KeyB" })).toBe("b");
  expect(name({ key: "۱", code: "Digit1" })).toBe("1");
  expect(name({ key: "ๅ", code: "Digit1" })).toBe("1");
  expect(name({ key: "ě", code: "Digit2" })).toBe("2");
  // Named keys, and accents that stand for themselves, stay what they are.
  expect(name({ key: "Dead", code: "KeyB" })).toBe("Dead");
  expect(name({ key: "\u0301", code: "KeyB" })).toBe("\u0301");
  expect(name({ key: "²", code: "Digit2" })).toBe("²");
  // Latin layouts keep what is printed on their keys.
  expect(name({ key: "z", code: "KeyY" })).toBe("z");
  expect(name({ key: "&", code: "Digit7", shiftKey: true })).toBe("&");
});

test("AltGr writes characters, and is neither Ctrl nor Alt", () => {
  const bracket = { key: "[", code: "Digit8", ctrlKey: true, altKey: true };
  const name = (init: KeyboardEventInit) => keyName(new KeyboardEvent("keydown", init));
  expect(name({ ...bracket, modifierAltGraph: true })).toBe("[");
  expect(name(bracket)).toBe("Ctrl+[");
});

test("what is typed into a field or pressed on a button belongs to them", () => {
  document.body.innerHTML = '<input><button>Go</button><p tabindex="-1"></p>';
  const belongs = (selector: string, key: string) => {
    let result: boolean | null = null;
    const element = document.querySelector(selector);
    element?.addEventListener("keydown", (event) => {
      result = belongsToFocus(event as KeyboardEvent);
    });
    element?.dispatchEvent(new KeyboardEvent("keydown", { key }));
    return result;
  };
  expect(belongs("input", "n")).toBe(true);
  expect(belongs("button", "Enter")).toBe(true);
  expect(belongs("button", "n")).toBe(false);
  expect(belongs("p", "Enter")).toBe(false);
});
