import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, test, vi } from "vitest";

import type { NaturalQuestionsAssignment } from "@/api/types";
import { NO_LIMIT } from "@/test/noLimit";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { AnnotationScreen } from "./AnnotationScreen";

const PROJECT = { json: { slug: "demo", title: "Demo" } };

const EMPTY_DRAFT = {
  bad_reason: "" as const,
  word_jumps: 0,
  long_answer: null,
  long_answer_decided: false,
  short_answers: [],
  short_answer_decided: false,
  yes_no_answer: "NONE" as const,
  active_seconds: { question: 4, long_answer: 0, short_answer: 0 },
  saved_at: "2026-01-01T00:00:00Z",
};

function buildAssignment(
  changes: Partial<NaturalQuestionsAssignment> = {},
): NaturalQuestionsAssignment {
  return {
    kind: "nq",
    id: 1,
    project: "demo",
    state: "open",
    version: 0,
    lease_expires_at: null,
    note: "",
    created_at: "2026-01-01T00:00:00Z",
    question: { id: 1, text: "who built it" },
    time: NO_LIMIT,
    page: null,
    revising: null,
    freed: null,
    draft: null,
    ...changes,
  };
}

function buildProps(changes: Partial<Parameters<typeof AnnotationScreen>[0]> = {}) {
  return {
    assignment: buildAssignment(),
    claimed: true,
    doneToday: null,
    onReview: vi.fn(),
    onSubmitted: vi.fn(),
    onLeft: vi.fn(),
    onGoOn: vi.fn(),
    ...changes,
  };
}

async function openLeaveDialog(user: ReturnType<typeof userEvent.setup>, way: string) {
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: `${way}…` }));
  return within(await screen.findByRole("dialog"));
}

/** Its question is only reserved until the window hears that it is claimed. */
function Reserved() {
  const [claimed, setClaimed] = useState(false);
  useEffect(() => {
    const listen = () => {
      setClaimed(true);
    };
    window.addEventListener("claimed", listen);
    return () => {
      window.removeEventListener("claimed", listen);
    };
  }, []);
  return <AnnotationScreen {...buildProps({ claimed })} />;
}

test("a question that becomes one's own leaves the focus where somebody types", async () => {
  fakeServer({ "GET projects/demo/": PROJECT });
  renderApp(<Reserved />);
  const user = userEvent.setup();
  const note = (await openLeaveDialog(user, "Park")).getByRole("textbox");
  await user.type(note, "Which page?");
  expect(note).toHaveFocus();
  fireEvent(window, new Event("claimed"));
  expect(note).toHaveFocus();
});

test("what changed while a draft was under way is saved before the question is left", async () => {
  const requests = fakeServer({
    "GET projects/demo/": PROJECT,
    "PUT assignments/1/draft/": ({ body }) => ({
      json: buildAssignment({ version: (body as { version: number }).version + 1 }),
    }),
    "POST assignments/1/skip/": { json: buildAssignment({ state: "skipped" }) },
  });
  const ask = globalThis.fetch;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const isFirst = request.method === "PUT" && waiting.length === 0;
    if (isFirst) await new Promise<void>((resolve) => waiting.push(resolve));
    return ask(request);
  });
  const props = buildProps();
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  await user.keyboard("g1");
  const dialog = await openLeaveDialog(user, "Skip");
  await user.type(dialog.getByRole("textbox"), "I know the author");
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await waitFor(() => {
    expect(props.onLeft).toHaveBeenCalledWith("skip");
  });
  const sent = requests.filter(({ method }) => method !== "GET");
  expect(
    sent.map(({ path, body }) => [path.split("/")[2], (body as { stage?: string }).stage]),
  ).toEqual([
    ["draft", "long_answer"],
    ["draft", "question"],
    ["skip", undefined],
  ]);
});

test("where the server wants a reason after all, there is a field for it", async () => {
  const refusal = { code: "reason_needed", detail: "Say why you change it.", fields: {} };
  const isExplained = (body: unknown) => (body as { reason: string }).reason !== "";
  const requests = fakeServer({
    "GET projects/demo/": PROJECT,
    "PUT annotations/4/draft/": { json: buildAssignment({ revising: 4, version: 1 }) },
    "POST annotations/4/revise/": ({ body }) =>
      isExplained(body)
        ? { status: 201, json: { kind: "nq", id: 5, is_late: false } }
        : { status: 400, json: refusal },
  });
  const draft = { ...EMPTY_DRAFT, question_quality: "bad", stage: "review" } as const;
  const props = buildProps({
    assignment: buildAssignment({ state: "submitted", revising: 4, draft }),
    revision: {
      submittedAt: "2026-01-01T00:00:00Z",
      request: null,
      until: null,
      annotator: null,
      needsReason: false,
      backTo: "/",
      backLabel: "To my work",
    },
  });
  renderApp(<AnnotationScreen {...props} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^Submit/ }));
  expect(await screen.findByText("Say why you change it.")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: /^Reason/ }), "A slip.");
  await user.click(screen.getByRole("button", { name: /^Submit the change/ }));
  await waitFor(() => {
    expect(props.onSubmitted).toHaveBeenCalled();
  });
  const sent = requests.filter(({ path }) => path.endsWith("revise/"));
  expect(sent.map(({ body }) => (body as { reason: string }).reason)).toEqual(["", "A slip."]);
});
