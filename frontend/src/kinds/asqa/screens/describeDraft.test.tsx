import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import type { LongFormDraft } from "../types";
import { describeDraft } from "./describeDraft";

const EMPTY: LongFormDraft = {
  long_form_answer: "",
  knowledge: [],
  acknowledged_missing: [],
  concern: "",
  active_seconds: { writing: 0 },
};
const PIECE = { content: "x", page_title: null, page: null, start_token: null, end_token: null };

test.each([
  [null, "Nothing written yet"],
  [EMPTY, "Nothing written yet"],
  [{ ...EMPTY, knowledge: [PIECE, PIECE] }, "No text yet2 knowledge pieces"],
  [{ ...EMPTY, concern: "No tripod" }, "No text yeta concern: “No tripod”"],
  [
    { ...EMPTY, long_form_answer: "Masons do.", acknowledged_missing: [1] },
    "Masons do.2 words, 1 short answer left out",
  ],
])("a draft says all that would be lost with it", (draft, text) => {
  renderApp(<div data-testid="draft">{describeDraft(draft)}</div>);
  expect(screen.getByTestId("draft")).toHaveTextContent(text);
});
