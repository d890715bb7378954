import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Feedback } from "@/api/guidance";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { FeedbackCard } from "./FeedbackCard";

const FEEDBACK: Feedback = {
  id: 3,
  annotation: 7,
  example: 5,
  question: "who uses a plumb bob",
  answer: "A plumb bob is a weight.",
  annotator: null,
  author: null,
  criterion: "fluency",
  text: "Say what it is for.",
  start: 2,
  end: 11,
  start_token: null,
  end_token: null,
  start_byte: null,
  end_byte: null,
  quote: "plumb bob",
  guideline_version: 1,
  created_at: "2026-11-20T09:00:00Z",
  acknowledged_at: null,
  recurs: null,
};

test("an annotator reads feedback in the answer and acknowledges it", async () => {
  const requests = fakeServer({ "POST projects/demo/feedback/3/acknowledge/": { json: FEEDBACK } });
  const project = buildProject({ role: "annotator", kind: "asqa" });
  renderApp(<FeedbackCard project={project} feedback={FEEDBACK} />);
  expect(screen.getByText("plumb bob").tagName).toBe("MARK");
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "I have read it" }));
  await waitFor(() => {
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST projects/demo/feedback/3/acknowledge/",
    ]);
  });
  // The button leaves.
  expect(screen.getByRole("article")).toHaveFocus();
});

test("feedback on Natural Questions quotes words of the page", () => {
  const project = buildProject({ role: "annotator", kind: "nq" });
  const place = { start: null, end: null, start_token: 4, end_token: 6 };
  const row = { ...FEEDBACK, ...place, answer: "", quote: "a weight on a line" };
  renderApp(<FeedbackCard project={project} feedback={row} />);
  expect(screen.getByText("a weight on a line").tagName).toBe("BLOCKQUOTE");
});

test("a lead sees that it comes again, and can not acknowledge it", () => {
  const project = buildProject({ role: "lead", kind: "asqa" });
  const row = { ...FEEDBACK, annotator: "ada", recurs: true };
  renderApp(<FeedbackCard project={project} feedback={row} />);
  expect(screen.getByText("again")).toBeVisible();
  expect(screen.queryByRole("button", { name: "I have read it" })).toBeNull();
  expect(screen.getByRole("button", { name: "Take back" })).toBeVisible();
});
