import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildAnnotation, REVISED_ASSIGNMENT } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { LeadRevisionPage } from "./LeadRevisionPage";
import type { AnnotationScreenProps } from "./screen";

const CONTENT = { long_form_answer: "", knowledge: [], acknowledged_missing: [], concern: "" };
const DRAFT = { ...CONTENT, active_seconds: { writing: 0 }, version: 0 };

/** Sends to the version that was opened, then to the one that a conflict was with. */
function Screen({ revision, target }: AnnotationScreenProps) {
  const save = (revising: number) => target.save(DRAFT, { revising });
  const submit = () => {
    const at = { revising: 9, idempotencyKey: "k", reason: "The table counts" };
    void target.submit({ ...CONTENT, version: 0 }, at);
  };
  return (
    <>
      {revision?.notice}
      <button onClick={() => void save(4).catch(() => undefined)}>Save</button>
      <button onClick={() => void save(9)}>Save mine</button>
      <button onClick={submit}>Send</button>
    </>
  );
}

test("a lead's draft and revision go to the newest version of the annotation", async () => {
  const requests = fakeServer({
    "GET projects/demo/annotations/4/revision/": {
      json: {
        annotation: buildAnnotation({ id: 4, annotator: "ada" }),
        assignment: REVISED_ASSIGNMENT,
      },
    },
    // The annotator has revised it meanwhile.
    "PUT projects/demo/annotations/4/revision/draft/": {
      status: 409,
      json: {
        code: "stale_annotation",
        detail: "It has been changed.",
        fields: {},
        assignment: { ...REVISED_ASSIGNMENT, revising: 9 },
      },
    },
    "PUT projects/demo/annotations/9/revision/draft/": {
      json: { ...REVISED_ASSIGNMENT, revising: 9 },
    },
    "POST projects/demo/annotations/9/revision/": { status: 201, json: buildAnnotation() },
  });
  renderApp(<LeadRevisionPage screen={Screen} />, {
    path: "/projects/:slug/annotations/:id/revise",
    at: "/projects/demo/annotations/4/revise",
  });
  expect(await screen.findByText(/^ada submitted this answer on/)).toBeVisible();
  for (const name of ["Save", "Save mine", "Send"]) {
    await userEvent.click(screen.getByRole("button", { name }));
  }
  const sent = requests.filter(({ method }) => method !== "GET");
  expect(sent.map(({ path }) => path)).toEqual([
    "projects/demo/annotations/4/revision/draft/",
    "projects/demo/annotations/9/revision/draft/",
    "projects/demo/annotations/9/revision/",
  ]);
  expect(sent[2]?.body).toMatchObject({ reason: "The table counts" });
});
