import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { JudgmentBody } from "@/api/judging";
import { buildRound } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import RoundPage from "./RoundPage";
import { buildJudgedAnswer, buildJudgment } from "./testing";

const ROUND = "judgment-rounds/5/";
const PAGE = { path: "/projects/:slug/judging/:id", at: "/projects/demo/judging/5" };

beforeEach(() => {
  localStorage.clear();
});

/** A server with three open answers; `more` replaces or adds to what it says. */
function serve(more: Parameters<typeof fakeServer>[0] = {}) {
  const answers = [0, 1, 2].map((number) => [
    `GET ${ROUND}answers/${number}/`,
    { json: buildJudgedAnswer({ number }) },
  ]);
  return fakeServer({
    [`GET ${ROUND}`]: { json: buildRound() },
    [`GET ${ROUND}answers/`]: { json: page([{ number: 1, question: "", judgment: null }]) },
    ...(Object.fromEntries(answers) as object),
    ...more,
  });
}

function choice(name: RegExp) {
  return screen.getByRole("button", { name });
}

/** What this browser keeps under a name, in any tab. */
function keptOf(name: string): string[] {
  const drafts = Object.entries<string>(localStorage);
  return drafts.flatMap(([key, draft]) =>
    key.startsWith(`plumbline:draft:${name}@`) ? [draft] : [],
  );
}

test("the first answer without a verdict is opened, and the definitions are in view", async () => {
  serve();
  renderApp(<RoundPage />, PAGE);
  expect(await screen.findByRole("heading", { name: "who keeps ferry 1" })).toBeVisible();
  expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/judging/5?answer=2");
  expect(screen.getByText(/clear beyond a reasonable doubt/)).toBeVisible();
  expect(screen.getByText(/could raise a reasonable doubt/)).toBeVisible();
  expect(screen.getByText(/not convincing evidence/)).toBeVisible();
});

test("keys judge, and each verdict is saved by itself with its version", async () => {
  let version = 0;
  const requests = serve({
    [`PUT ${ROUND}answers/1/judgment/`]: () => {
      version += 1;
      return { json: buildJudgment({ verdict: version === 1 ? "C_d" : "W", version }) };
    },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  await userEvent.keyboard("2");
  expect(choice(/debatable/)).toHaveAttribute("aria-pressed", "true");
  await waitFor(() => {
    expect(screen.getByText("Saved")).toBeVisible();
  });
  await userEvent.keyboard("3");
  await waitFor(() => {
    expect(version).toBe(2);
  });
  const sent = requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(sent).toEqual([
    { verdict: "C_d", justification: "", version: 0 },
    { verdict: "W", justification: "", version: 1 },
  ]);
});

test("keys in the justification are text, and go to other answers outside of it", async () => {
  const requests = serve({
    [`PUT ${ROUND}answers/1/judgment/`]: {
      json: buildJudgment({ justification: "1 of 3", version: 1 }),
    },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  await userEvent.keyboard("j");
  const text = screen.getByLabelText(/Justification/);
  expect(text).toHaveFocus();
  await userEvent.paste("1 of ");
  await userEvent.keyboard("3");
  expect(text).toHaveValue("1 of 3");
  expect(choice(/There is not convincing evidence/)).toHaveAttribute("aria-pressed", "false");
  await userEvent.keyboard("{Escape}n");
  expect(await screen.findByRole("heading", { name: "who keeps ferry 2" })).toBeVisible();
  await waitFor(() => {
    const { body } = requests.filter(({ method }) => method === "PUT").at(-1) ?? {};
    expect(body).toMatchObject({ verdict: null, justification: "1 of 3" });
  });
});

test("of two tabs' verdicts the expert chooses one, and nothing is overwritten before", async () => {
  const theirs = buildJudgment({ verdict: "W", justification: "Not the ferry.", version: 4 });
  const requests = serve({
    [`PUT ${ROUND}answers/1/judgment/`]: () => {
      const { body } = requests.at(-1) ?? {};
      const { version } = body as JudgmentBody;
      if (version === 4) return { json: buildJudgment({ verdict: "C", version: 5 }) };
      const stale = { code: "stale_judgment", detail: "Changed.", fields: {}, judgment: theirs };
      return { status: 409, json: stale };
    },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  await userEvent.keyboard("1");
  const dialog = await screen.findByRole("dialog", { name: /two versions/ });
  expect(within(dialog).getByText("Not the ferry.")).toBeVisible();
  await waitFor(() => {
    expect(within(dialog).getByText(/^Another tab or device/)).toHaveFocus();
  });
  await userEvent.keyboard("{Enter} ");
  const keep = within(dialog).getByRole("button", { name: "Keep this tab’s version" });
  expect(keep).toHaveAccessibleDescription("The version saved elsewhere is lost.");
  await userEvent.click(keep);
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
      { verdict: "C", justification: "", version: 0 },
      { verdict: "C", justification: "", version: 4 },
    ]);
  });
});

test("without a connection a verdict is kept in the browser and sent when it is back", async () => {
  let isAway = true;
  const requests = serve({
    [`PUT ${ROUND}answers/1/judgment/`]: () =>
      isAway ? { status: 503 } : { json: buildJudgment({ verdict: "C", version: 1 }) },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  await userEvent.keyboard("1");
  expect(await screen.findByText("Offline – kept in this browser")).toBeVisible();
  expect(keptOf("judgment:5:2:1")).toEqual([expect.stringContaining('"verdict":"C"')]);
  isAway = false;
  fireEvent(window, new Event("online"));
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(keptOf("judgment:5:2:1")).toEqual([]);
  expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(2);
});

test("verdicts go on being saved after looking for the first answer without one", async () => {
  const requests = serve({
    [`PUT ${ROUND}answers/1/judgment/`]: { json: buildJudgment({ verdict: "C", version: 1 }) },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  await userEvent.keyboard("o");
  await waitFor(() => {
    expect(requests.filter(({ path }) => path.endsWith("answers/"))).toHaveLength(2);
  });
  await userEvent.keyboard("1");
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });
});

test("looking for the first answer without a verdict says so when the server fails", async () => {
  let isAway = false;
  serve({
    [`GET ${ROUND}answers/`]: () =>
      isAway ? { status: 503 } : { json: page([{ number: 1, question: "", judgment: null }]) },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  isAway = true;
  await userEvent.keyboard("o");
  expect(await screen.findByText("That did not work")).toBeVisible();
});

test("what another expert left in this browser does not become one's own", async () => {
  const left = { draft: { verdict: "W", justification: "Theirs." }, version: 0, sent: null };
  localStorage.setItem("plumbline:draft:judgment:5:1:1", JSON.stringify(left));
  localStorage.setItem("plumbline:draft:judgment:5:1", JSON.stringify(left));
  const requests = serve();
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 1" });
  expect(screen.getByLabelText(/Justification/)).toHaveValue("");
  expect(requests.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("closing lists what is missing, and is final once nothing is", async () => {
  let open = [{ number: 2, question: "who keeps ferry 2", judgment: null }];
  const closed = buildRound({
    experts: [
      { number: 1, name: "Expert 1", is_you: false, judged: null, closed_at: null },
      { number: 2, name: "Expert 2", is_you: true, judged: 3, closed_at: "2026-11-20T10:00:00Z" },
    ],
  });
  serve({
    [`GET ${ROUND}answers/`]: () => ({ json: page(open) }),
    [`POST ${ROUND}close/`]: { json: closed },
  });
  renderApp(<RoundPage />, PAGE);
  await screen.findByRole("heading", { name: "who keeps ferry 2" });
  await userEvent.click(screen.getByRole("button", { name: /^Close phase 1/ }));
  const missing = await screen.findByRole("list", { name: "Missing" });
  expect(within(missing).getByText("Answer 3: who keeps ferry 2")).toBeVisible();
  await userEvent.click(within(missing).getByRole("button"));
  open = [];
  await userEvent.click(screen.getByRole("button", { name: /^Close phase 1/ }));
  expect(await screen.findByText(/Closing is final/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close phase 1 for good" }));
  expect(await screen.findByRole("heading", { name: "You have closed phase 1" })).toBeVisible();
  expect(screen.getByText("still judging")).toBeVisible();
});
