import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Stage } from "../types";
import { useHeard } from "./useHeard";

/** The live region of a screen at its long answer. */
function listen() {
  const { result, rerender } = renderHook(
    (shown: { stage: Stage; stageName: string; notice: string | null }) => useHeard(shown),
    { initialProps: { stage: "long_answer", stageName: "Stage 2", notice: null } },
  );
  const show = (stage: Stage, stageName: string, notice: string | null = null) => {
    rerender({ stage, stageName, notice });
    return result.current.text;
  };
  const announce = (text: string) => {
    act(() => {
      result.current.announce(text);
    });
    return result.current.text;
  };
  return { show, announce };
}

test("what is announced after a notice is heard, and no older text after that", () => {
  const { show, announce } = listen();
  announce("Paragraph: Built by Ada");
  expect(show("long_answer", "Stage 2", "1 short answer was removed.")).toBe(
    "1 short answer was removed.",
  );
  expect(announce("Row: In 1882")).toBe("Row: In 1882");
  expect(show("long_answer", "Stage 2")).toBe("Row: In 1882");
});

test("a notice that is gone leaves nothing to be heard", () => {
  const { show, announce } = listen();
  announce("Paragraph: Built by Ada");
  show("long_answer", "Stage 2", "1 short answer was removed.");
  expect(show("long_answer", "Stage 2")).toBe("");
});

test("the stage is heard on the way there and on the way back, whatever was said in it", () => {
  const { show, announce } = listen();
  announce("Paragraph: Built by Ada");
  expect(show("short_answer", "Stage 3")).toBe("Stage 3");
  expect(show("long_answer", "Stage 2")).toBe("Stage 2");
  // The focus moves to the question and says so.
  expect(show("question", "")).toBe("");
});

test("the same sentence is another text each time, so that it is heard again", () => {
  const { announce } = listen();
  const texts = [1, 2, 3].map(() => announce("Built by Ada."));
  expect([...new Set(texts.map((text) => text.trim()))]).toEqual(["Built by Ada."]);
  expect(texts.map((text, place) => text === texts[place + 1])).toEqual([false, false, false]);
});
