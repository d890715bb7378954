import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";

import type { AnnotationScreenProps } from "@/annotating/screen";
import { isStale } from "@/annotating/submission";
import { ApiError } from "@/api/errors";
import { buildLongForm } from "@/kinds/asqa/screens/testing";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { WritePage } from "./WritePage";
import { writingTarget } from "./writingTarget";

const CONTENT = { knowledge: [], acknowledged_missing: [], concern: "" };
const OPENED = buildLongForm({ id: 7, version: 0, draft: null });

afterEach(() => localStorage.clear());

/** An answer of one field, that is saved and sent. */
function Screen({ assignment, target, revision, onSubmitted }: AnnotationScreenProps) {
  const draft = assignment.kind === "asqa" ? assignment.draft : null;
  const answer = { ...CONTENT, long_form_answer: "Both did." };
  const { version } = assignment;
  return (
    <>
      {revision?.notice}
      <p>So far: {draft?.long_form_answer ?? "nothing"}</p>
      <button
        onClick={() =>
          void target.save(
            { ...answer, active_seconds: null, version },
            {
              revising: null,
            },
          )
        }
      >
        Save
      </button>
      <button
        onClick={() =>
          void target
            .submit(
              { ...answer, version },
              { idempotencyKey: "k", revising: null, reason: "Two cups." },
            )
            .then(onSubmitted)
        }
      >
        Send
      </button>
    </>
  );
}

function open(search = "") {
  return renderApp(<WritePage screen={Screen} />, {
    path: "/projects/:slug/disagreements/:id/write",
    at: `/projects/demo/disagreements/7/write${search}`,
  });
}

test("an answer is kept through a reload, then decides and is forgotten here", async () => {
  const requests = fakeServer({
    "GET projects/demo/disagreements/7/": { json: { id: 7, newest: 31 } },
    "GET projects/demo/disagreements/7/write/": { json: OPENED },
    "POST projects/demo/disagreements/7/write/": { json: { id: 7, newest: 32 } },
  });
  const first = open();
  expect(await screen.findByText("So far: nothing")).toBeVisible();
  expect(screen.getByText(/You write the right answer yourself/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  first.unmount();
  open();
  expect(await screen.findByText("So far: Both did.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Your answer is the decided one now.")).toBeVisible();
  const [sent] = requests.filter(({ method }) => method === "POST");
  expect(sent?.body).toMatchObject({
    answer: { long_form_answer: "Both did." },
    reason: "Two cups.",
    supersedes: 31,
  });
  expect(Object.keys(localStorage).filter((key) => key.includes("writing"))).toEqual([]);
});

test("an answer that begins with somebody's asks for it", async () => {
  const draft = { ...CONTENT, long_form_answer: "Red did.", active_seconds: null };
  const requests = fakeServer({
    "GET projects/demo/disagreements/7/": { json: { id: 7, newest: null } },
    "GET projects/demo/disagreements/7/write/": { json: { ...OPENED, draft } },
  });
  open("?annotation=3");
  expect(await screen.findByText("So far: Red did.")).toBeVisible();
  expect(requests.find(({ path }) => path.endsWith("/write/"))?.query).toEqual({
    annotation: "3",
  });
});

test("what another tab has written is not replaced unseen", async () => {
  const target = writingTarget({
    opened: OPENED,
    storeKey: "lena:7:empty",
    back: { to: "/", label: "Back" },
    decide: () => Promise.resolve(),
  });
  const draft = (text: string) =>
    ({ ...CONTENT, long_form_answer: text, active_seconds: null, version: 0 }) as never;
  await target.save(draft("Red."), { revising: null });
  const second = target.save(draft("Blue."), { revising: null });
  const error: unknown = await second.catch((reason: unknown) => reason);
  expect(error instanceof ApiError && isStale(error)).toBe(true);
  expect(await target.read({ revising: null })).toMatchObject({
    version: 1,
    draft: { long_form_answer: "Red." },
  });
});
