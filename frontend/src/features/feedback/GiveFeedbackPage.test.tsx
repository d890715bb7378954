import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { documentOf } from "@/anchoring/testing";
import { buildAnnotation, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import GiveFeedbackPage from "./GiveFeedbackPage";

test("a sentence of an answer is quoted without the mouse, and taken out again", async () => {
  const annotation = {
    ...buildAnnotation({ id: 4 }),
    kind: "asqa",
    long_form_answer: "𝄞 is a clef. It is old.",
  };
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead", kind: "asqa" }) },
    "GET projects/demo/annotations/4/": { json: { versions: [annotation] } },
    "GET projects/demo/feedback/": { json: page([]) },
    "POST projects/demo/annotations/4/feedback/": { status: 201, json: {} },
  });
  renderApp(<GiveFeedbackPage />, {
    path: "/projects/:slug/annotations/:id/feedback",
    at: "/projects/demo/annotations/4/feedback",
  });
  const user = userEvent.setup();
  (await screen.findByRole("button", { name: "Quote sentence 1" })).focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("blockquote")).toHaveTextContent("𝄞 is a clef.");
  await user.click(screen.getByRole("button", { name: "Without a quote" }));
  expect(screen.queryByRole("blockquote")).toBeNull();
  expect(screen.getByLabelText("What you noticed")).toHaveFocus();
  await user.keyboard("Since when?");
  await user.click(screen.getByRole("button", { name: "Quote sentence 2" }));
  await user.click(screen.getByRole("radio", { name: "Fluency" }));
  await user.click(screen.getByRole("button", { name: "Give feedback" }));
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      criterion: "fluency",
      text: "Since when?",
      start: 13,
      end: 23,
      start_token: null,
      end_token: null,
    });
  });
});

test("the key that a page's find field shows leads to it, but not out of what is typed", async () => {
  const shown = { title: "Volga", html_url: "/volga", candidates: [] };
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/annotations/4/": { json: { versions: [buildAnnotation({ id: 4 })] } },
    "GET projects/demo/examples/7/": { json: { page: shown } },
    "GET projects/demo/feedback/": { json: page([]) },
  });
  renderApp(<GiveFeedbackPage />, {
    path: "/projects/:slug/annotations/:id/feedback",
    at: "/projects/demo/annotations/4/feedback",
  });
  const frame = await screen.findByTitle("Page: Volga");
  const rendering = documentOf('<p data-c="0"><span data-t="0">Volga</span></p>');
  Object.defineProperty(frame, "contentDocument", { value: rendering, configurable: true });
  fireEvent.load(frame);
  const field = await screen.findByRole("textbox", { name: "Find in the page" });
  expect(field).toHaveAttribute("aria-keyshortcuts", "/");
  const user = userEvent.setup();
  await user.keyboard("/");
  expect(field).toHaveFocus();
  expect(field).toHaveValue("");
  await user.type(screen.getByLabelText("What you noticed"), "and/or");
  expect(screen.getByLabelText("What you noticed")).toHaveValue("and/or");
  act(() => {
    rendering.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  });
  expect(field).toHaveFocus();
});
