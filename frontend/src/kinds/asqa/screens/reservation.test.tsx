import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { AnnotatePage } from "@/annotating/AnnotatePage";
import type { AnnotationScreenProps, FetchAhead } from "@/annotating/screen";
import type { Assignment } from "@/api/types";
import { buildOwnProgress } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { ASQA } from "../kind";
import { LongFormScreen } from "./LongFormScreen";
import { buildLongForm } from "./testing";

const fetchAhead: FetchAhead = (assignment, queryClient) => {
  ASQA.fetchAhead(assignment, queryClient);
};

const question = (id: number, text: string) => ({ question: { id, text }, draft: null });
const FIRST = buildLongForm({ id: 7, ...question(1, "who uses a plumb bob") });
const RESERVED = buildLongForm({ id: 8, ...question(2, "who uses a level"), state: "reserved" });
const TYPED = "Masons use one.";
const PASSAGE = "A level has a bubble.";

function Screen({ assignment, ...props }: AnnotationScreenProps) {
  if (assignment.kind !== "asqa") throw new Error("Not of this kind.");
  return <LongFormScreen assignment={assignment} {...props} />;
}

const text = () => screen.findByRole("textbox", { name: "Long-form answer" });
const notice = () => screen.findByText(/the reservation ended/);
const passage = () => screen.getByRole("textbox", { name: "Passage" });

/**
 * Opens a question that is only reserved, while its claim is under way. Returns what is saved, and
 * what answers the claim.
 */
async function openReserved() {
  let answerClaim: (assignment: Assignment) => void = () => undefined;
  const claimed = new Promise<Assignment>((resolve) => (answerClaim = resolve));
  let isFirstDone = false;
  const requests = fakeServer({
    "GET projects/demo/": { json: { slug: "demo", title: "Demo" } },
    "GET projects/demo/progress/": { json: { own: buildOwnProgress(), project: null } },
    "POST projects/demo/assignments/next/": async ({ body }) => {
      if ((body as { ahead: boolean }).ahead) return { json: RESERVED };
      return { json: isFirstDone ? await claimed : FIRST };
    },
    "PUT assignments/7/draft/": { json: { ...FIRST, version: 1 } },
    "PUT assignments/9/draft/": { json: { ...FIRST, id: 9, version: 1 } },
    "POST assignments/7/submit/": () => {
      isFirstDone = true;
      return { status: 201, json: { kind: "asqa", id: 3, is_late: false } };
    },
  });
  const user = userEvent.setup({ delay: null });
  renderApp(<AnnotatePage screen={Screen} fetchAhead={fetchAhead} />, {
    path: "/projects/:slug/annotate",
    at: "/projects/demo/annotate",
  });
  fireEvent.change(await text(), { target: { value: "Masons, surveyors." } });
  await waitFor(() => {
    expect(requests.filter(({ path }) => path.endsWith("next/"))).toHaveLength(2);
  });
  await user.click(await screen.findByRole("button", { name: /^Submit/ }));
  await screen.findByRole("heading", { name: "who uses a level" });
  const saved = () =>
    requests.filter(({ method, path }) => method === "PUT" && path !== "assignments/7/draft/");
  return { user, saved, answerClaim };
}

async function writeInReserved() {
  const opened = await openReserved();
  fireEvent.change(await text(), { target: { value: TYPED } });
  return opened;
}

/** A passage that isn't added yet, in a question that is only reserved. */
async function typePassageInReserved() {
  const opened = await openReserved();
  await opened.user.click(screen.getByRole("button", { name: /Type or paste/ }));
  fireEvent.change(passage(), { target: { value: PASSAGE } });
  return opened;
}

/** What both storages of the browser have of the text that was typed. */
function storedTexts() {
  return [localStorage, sessionStorage]
    .flatMap((storage) => Object.keys(storage).map((key) => storage.getItem(key) ?? ""))
    .filter((text) => text.includes(TYPED) || text.includes(PASSAGE));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("what was typed before a reservation ended goes on with the same question", async () => {
  const { saved, answerClaim } = await writeInReserved();
  answerClaim({ ...RESERVED, id: 9, state: "open" });
  await waitFor(() => {
    expect(saved().map(({ path }) => path)).toContain("assignments/9/draft/");
  });
  expect(saved()[0]?.body).toMatchObject({ long_form_answer: TYPED, version: 0 });
  expect(await text()).toHaveValue(TYPED);
});

test("what was typed stays in sight where its question is somebody else's by now", async () => {
  const { user, answerClaim } = await writeInReserved();
  const next = buildLongForm({ id: 9, ...question(3, "who uses a trowel") });
  answerClaim(next);
  expect(await screen.findByText(/What you wrote stays in this browser/)).toBeVisible();
  expect(await text()).toHaveValue(TYPED);
  await user.click(screen.getByRole("button", { name: "Go on with the next question" }));
  expect(await screen.findByRole("heading", { name: "who uses a trowel" })).toBeVisible();
  expect(await text()).toHaveValue("");
});

test("a passage that is still being typed goes on with the same question", async () => {
  const { answerClaim } = await typePassageInReserved();
  answerClaim({ ...RESERVED, id: 9, state: "open" });
  await waitFor(() => {
    expect(Object.keys(sessionStorage)).toContain("plumbline:passage:9");
  });
  expect(passage()).toHaveValue(PASSAGE);
  expect(storedTexts()).toHaveLength(1);
});

test("a passage that is still being typed stays in sight with a question of somebody else", async () => {
  const { answerClaim } = await typePassageInReserved();
  answerClaim(buildLongForm({ id: 9, ...question(3, "who uses a trowel") }));
  expect(await notice()).toBeVisible();
  expect(passage()).toHaveValue(PASSAGE);
});

test.each([writeInReserved, typePassageInReserved])(
  "nothing of an ended reservation stays in the browser once the annotator goes on",
  async (write) => {
    const { user, answerClaim } = await write();
    answerClaim(buildLongForm({ id: 9, ...question(3, "who uses a trowel") }));
    const goOn = await screen.findByRole("button", { name: "Go on with the next question" });
    expect(storedTexts()).not.toEqual([]);
    await user.click(goOn);
    await screen.findByRole("heading", { name: "who uses a trowel" });
    expect(storedTexts()).toEqual([]);
  },
);

test.each(["leaves the page", "loads it again"])(
  "nothing of an ended reservation stays in the browser of somebody who %s",
  async (way) => {
    const { answerClaim } = await typePassageInReserved();
    fireEvent.change(await text(), { target: { value: TYPED } });
    answerClaim(buildLongForm({ id: 9, ...question(3, "who uses a trowel") }));
    await notice();
    expect(storedTexts()).toHaveLength(2);
    // Signing out leaves the page, too.
    if (way === "leaves the page") cleanup();
    else fireEvent(window, new Event("pagehide"));
    expect(storedTexts()).toEqual([]);
  },
);

test("the notice says in plain words what happened", async () => {
  const { answerClaim } = await writeInReserved();
  answerClaim(buildLongForm({ id: 9, ...question(3, "who uses a trowel") }));
  expect(await notice()).toHaveTextContent(
    /^This question was reserved for you, and the reservation ended .* copy what you want to keep\.$/,
  );
  expect(screen.getByRole("button", { name: "Go on with the next question" })).toBeVisible();
});
