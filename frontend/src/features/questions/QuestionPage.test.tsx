import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { documentOf, hideByStyle } from "@/anchoring/testing";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import QuestionPage from "./QuestionPage";

const THREAD = {
  id: 4,
  question: "who keeps the ferry",
  state: "waiting",
  is_overdue: false,
  asked_at: "2026-11-20T09:00:00Z",
  answered_at: null,
  closed_at: null,
  asker: null,
  assignment: 9,
  assignment_state: "parked",
  faq_entries: [],
  messages: [],
};

const AT = { path: "/projects/:slug/questions/:id", at: "/projects/demo/questions/4" };

test("what is typed while a message is under way stays to be sent", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/questions/4/": { json: THREAD },
    "POST projects/demo/questions/4/messages/": { status: 201, json: THREAD },
  });
  const ask = globalThis.fetch;
  let letGo: () => void = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") await new Promise<void>((resolve) => (letGo = resolve));
    return ask(request);
  });
  renderApp(<QuestionPage />, AT);
  const field = await screen.findByLabelText("Ask again");
  fireEvent.change(field, { target: { value: "One thing." } });
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  fireEvent.change(field, { target: { value: "One thing. And another" } });
  letGo();
  await waitFor(() => {
    expect(field).toHaveValue("And another");
  });
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent).toEqual([{ text: "One thing." }]);
});

test("a lead reads what the asker had answered as annotators call it", async () => {
  const draft = {
    question_quality: "good",
    long_answer: "Built in 1712.",
    short_answers: ["1712", "the Martens"],
    yes_no_answer: "YES",
    long_form_answer: "",
    knowledge: [],
    concern: "",
  };
  const shown = { disambiguations: [], pages: [], page_title: "Bridge", draft };
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/questions/4/": { json: { ...THREAD, ...shown } },
  });
  renderApp(<QuestionPage />, AT);
  const answer = within(await screen.findByRole("region", { name: "Their answer so far" }));
  for (const line of ["Good question", "Short answers: 1712 · the Martens", "Answer: Yes"]) {
    expect(answer.getByText(line)).toBeVisible();
  }
});

test("a lead reads a draft's knowledge as its page shows it", async () => {
  const undo = hideByStyle();
  const draft = {
    question_quality: null,
    long_answer: "",
    short_answers: [],
    yes_no_answer: "NONE",
    long_form_answer: "It is heavy.",
    knowledge: [
      {
        content: "Its mass is 7004597 large.",
        page_title: "Ferry",
        page: 9,
        start_token: 0,
        end_token: 3,
      },
      {
        content: "From a book.",
        page_title: null,
        page: null,
        start_token: null,
        end_token: null,
      },
    ],
    concern: "",
  };
  const visited = { number: 0, title: "Ferry", url: null, sha256: "", id: 9, html_url: "/page" };
  const shown = { disambiguations: [], pages: [visited], page_title: "", draft };
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/questions/4/": { json: { ...THREAD, ...shown } },
  });
  renderApp(<QuestionPage />, AT);
  const knowledge = await screen.findByRole("list", { name: "Knowledge" });
  const lines = () =>
    within(knowledge)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  expect(lines()).toEqual(["Its mass is 7004597 large. (Ferry)", "From a book. "]);
  const frame = screen.getByTitle("Page: Ferry");
  const page = documentOf(
    '<p><span data-t="0">Its mass is</span> <span data-t="1" style="display: none">7004597</span> <span data-t="2">large.</span></p>',
  );
  Object.defineProperty(frame, "contentDocument", { value: page, configurable: true });
  fireEvent.load(frame);
  expect(lines()).toEqual(["Its mass is large. (Ferry)", "From a book. "]);
  undo();
});

test("a message that is sent again has the same key until it is there, and the next another", async () => {
  let isOnline = false;
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/questions/4/": { json: THREAD },
    "POST projects/demo/questions/4/messages/": () =>
      isOnline
        ? { status: 201, json: THREAD }
        : { status: 503, json: { code: "unavailable", detail: "Try again.", fields: {} } },
  });
  renderApp(<QuestionPage />, {
    path: "/projects/:slug/questions/:id",
    at: "/projects/demo/questions/4",
  });
  const field = await screen.findByLabelText("Ask again");
  const keys = () =>
    requests.map(({ headers }) => headers["idempotency-key"]).filter((key) => key !== undefined);
  const send = async (count: number) => {
    const button = screen.getByRole("button", { name: "Send" });
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(button);
    await waitFor(() => expect(keys()).toHaveLength(count));
  };
  fireEvent.change(field, { target: { value: "One thing." } });
  await send(1);
  isOnline = true;
  await send(2);
  await waitFor(() => expect(field).toHaveValue(""));
  fireEvent.change(field, { target: { value: "One thing." } });
  await send(3);
  const [lost, again, next] = keys();
  expect([again === lost, next === lost]).toEqual([true, false]);
});

test("an answer that is half written is there on return, until it is sent", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/questions/4/": { json: THREAD },
    "POST projects/demo/questions/4/messages/": { status: 201, json: THREAD },
  });
  renderApp(<QuestionPage />, AT);
  await userEvent.type(await screen.findByLabelText("Ask again"), "One thing.");

  cleanup();
  renderApp(<QuestionPage />, AT);
  expect(await screen.findByLabelText("Ask again")).toHaveValue("One thing.");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => {
    expect(screen.getByLabelText("Ask again")).toHaveValue("");
  });

  cleanup();
  renderApp(<QuestionPage />, AT);
  expect(await screen.findByLabelText("Ask again")).toHaveValue("");
});
