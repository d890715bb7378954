import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Submitted } from "@/api/types";
import { describeAnswer } from "@/kinds/kinds";
import { buildAnnotation, REVISED_ASSIGNMENT } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { RecentSubmissions } from "./recentSubmissions";
import { RevisionPage } from "./RevisionPage";
import type { AnnotationScreenProps } from "./screen";

/** An answer that was submitted seconds ago, in a project that takes no revisions. */
const JUST_SUBMITTED = {
  annotation: buildAnnotation({ id: 4, question: "who built it" }),
  assignment: REVISED_ASSIGNMENT,
  newest: 4,
  may_revise: true,
  may_revise_until: "2026-01-01T00:01:00Z",
  may_undo: true,
  undone: false,
};

function Screen({ revision, onSubmitted, onUndoSubmission }: AnnotationScreenProps) {
  const how = revision?.reasonFor === "change" ? "with a reason" : "without a reason";
  return (
    <>
      <p>Open, {how}</p>
      <button onClick={onUndoSubmission} disabled={onUndoSubmission === undefined}>
        Undo
      </button>
      <button onClick={() => onSubmitted({ kind: "nq", id: 5, is_late: false } as Submitted)}>
        Submit
      </button>
    </>
  );
}

function renderPage() {
  renderApp(<RevisionPage screen={Screen} describe={describeAnswer} />, {
    path: "/annotations/:id",
    at: "/annotations/4",
  });
}

test("opening an answer changes nothing; Change takes it back", async () => {
  const requests = fakeServer({
    "GET annotations/4/": { json: JUST_SUBMITTED },
    "POST annotations/4/undo/": { json: { ...JUST_SUBMITTED, may_undo: false, undone: true } },
  });
  renderPage();
  expect(await screen.findByRole("article", { name: "Your answer" })).toBeVisible();
  expect(requests.every(({ method }) => method === "GET")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(await screen.findByText("Open, without a reason")).toBeVisible();
});

test("after the minute Change says that it is too late, and shows what can still be done", async () => {
  let isOver = false;
  fakeServer({
    "GET annotations/4/": () => ({
      json: isOver ? { ...JUST_SUBMITTED, may_undo: false, may_revise: false } : JUST_SUBMITTED,
    }),
    "POST annotations/4/undo/": () => {
      isOver = true;
      const detail = "You can take an answer back for a minute after submitting it.";
      return { status: 403, json: { code: "too_late_to_undo", detail, fields: {} } };
    },
  });
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Change" }));
  expect(await screen.findByText(/for a minute after submitting/)).toBeVisible();
  expect(await screen.findByText(/can’t change it any more/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
});

test("an answer that the project lets its annotator change is open at once", async () => {
  const requests = fakeServer({
    "GET annotations/4/": { json: { ...JUST_SUBMITTED, may_undo: false } },
  });
  renderPage();
  expect(await screen.findByText("Open, with a reason")).toBeVisible();
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
});

test("what replaces an answer that was taken back can be taken back as well", async () => {
  sessionStorage.clear();
  fakeServer({
    "GET annotations/4/": { json: { ...JUST_SUBMITTED, may_undo: false, undone: true } },
    "POST annotations/5/undo/": { json: JUST_SUBMITTED },
  });
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Submit" }));
  expect(await screen.findByText(/Your changed answer counts from now on/)).toBeVisible();
  const recent = new RecentSubmissions(REVISED_ASSIGNMENT.project).read(Date.now());
  expect(recent.at(-1)?.annotation).toBe(5);
  expect(screen.getByRole("button", { name: "Undo the last submission" })).toBeVisible();
});

test("a plain revision says that it counts, and is not taken back", async () => {
  sessionStorage.clear();
  fakeServer({ "GET annotations/4/": { json: { ...JUST_SUBMITTED, may_undo: false } } });
  renderPage();
  await userEvent.click(await screen.findByRole("button", { name: "Submit" }));
  expect(await screen.findByText(/Your changed answer counts from now on/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo the last submission" })).toBeNull();
});

test("Undo goes back through the submissions of the last minute, and forth again", async () => {
  sessionStorage.clear();
  const store = new RecentSubmissions(REVISED_ASSIGNMENT.project);
  store.keep(3, Date.now());
  const requests = fakeServer({
    "GET annotations/4/": { json: { ...JUST_SUBMITTED, may_undo: false, undone: true } },
    "POST annotations/3/undo/": { json: JUST_SUBMITTED },
  });
  renderApp(<RevisionPage screen={Screen} describe={describeAnswer} />, {
    path: "/annotations/:id",
    at: "/annotations/4?then=annotate",
  });
  const back = await screen.findByRole("button", { name: "Undo" });
  await userEvent.click(back);
  await waitFor(() => {
    const address = screen.getByTestId("address");
    expect(address).toHaveTextContent("/annotations/3?then=4&then=annotate");
  });
  expect(store.read(Date.now())).toEqual([]);
  expect(requests.filter(({ path }) => path.endsWith("undo/"))).toHaveLength(1);
});

test("who has submitted an answer again goes on to the one that was taken back before", async () => {
  fakeServer({
    "GET annotations/4/": { json: { ...JUST_SUBMITTED, may_undo: false, undone: true } },
    "GET annotations/9/": { json: { ...JUST_SUBMITTED, may_undo: false, undone: true } },
  });
  renderApp(<RevisionPage screen={Screen} describe={describeAnswer} />, {
    path: "/annotations/:id",
    at: "/annotations/4?then=9&then=annotate",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Submit" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/annotations/9?then=annotate");
  });
});
