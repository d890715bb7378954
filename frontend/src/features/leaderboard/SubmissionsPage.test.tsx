import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Submissions } from "@/api/submissions";
import { buildJob, buildMe, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import SubmissionsPage, { describeLeft } from "./SubmissionsPage";

const PAGE = {
  path: "/projects/:slug/submissions",
  at: "/projects/demo/submissions",
  me: buildMe(),
};

function build(changes: Partial<Submissions> = {}): Submissions {
  return {
    split: "test",
    may_submit: true,
    non_null_annotations: 2,
    per_week: 1,
    left: 1,
    next_at: null,
    reads_answers: false,
    job: null,
    submissions: [],
    ...changes,
  };
}

test("what is left of the week is said", () => {
  expect(describeLeft(build())).toBe("You may submit once in seven days.");
  expect(describeLeft(build({ per_week: 3, left: 2 }))).toBe(
    "You may submit 3 times in seven days. 2 uploads left.",
  );
  expect(describeLeft(build({ left: 0, next_at: "2026-11-27T09:00:00Z" }))).toMatch(
    /^You may submit once in seven days. You can upload again on /,
  );
});

test("a submitter sees the own scores and their files, and what was wrong with the last upload", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator" }) },
    "GET projects/demo/submissions/": {
      json: build({
        job: buildJob({ state: "failed", message: "Not scored.", problem_count: 100 }),
        submissions: [
          {
            name: "Mine",
            notes: "",
            scored_at: "2026-11-20T09:00:00Z",
            examples: 10,
            metrics: { "long-best-threshold-f1": 0.5, "short-best-threshold-f1": 0.25 },
            receipt: { receipt: "cd".repeat(32), gold_sha256: "", code_sha256: "", parameters: {} },
            files: [{ part: "predictions", name: "mine.json", sha256: "a", url: "/mine" }],
          },
        ],
      }),
    },
  });
  renderApp(<SubmissionsPage />, PAGE);
  expect(await screen.findByText("50.0")).toBeVisible();
  expect(screen.getByRole("link", { name: "mine.json" })).toHaveAttribute("href", "/mine");
  expect(screen.getByText("Not scored.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Show 100 problems" })).toBeVisible();
  expect(screen.queryByRole("table", { name: "Problems" })).toBeNull();
  expect(screen.getByRole("button", { name: "Submit" })).toBeDisabled();
  expect(screen.queryByText("Who may submit")).not.toBeInTheDocument();
});

test("of a retriever's passages, a submitter says how many are the answer", async () => {
  const forms: unknown[] = [];
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation((body) => {
    if (body instanceof FormData) forms.push(body.get("passages"));
  });
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator", kind: "asqa" }) },
    "GET projects/demo/submissions/": { json: build() },
  });
  renderApp(<SubmissionsPage />, PAGE);
  await userEvent.type(await screen.findByLabelText(/Name of the system/), "DPR@5");
  await userEvent.clear(screen.getByLabelText("Passages"));
  await userEvent.type(screen.getByLabelText("Passages"), "5");
  const [file] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "found.json"));
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  expect(forms).toEqual(["5"]);
});

const RULES = { submitters: "leads", uploads_per_week: 1, non_null_annotations: 2 };

test("a rule that a lead leaves alone is not sent: another lead may have changed it", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/submissions/": { json: build({ may_submit: false }) },
    "GET projects/demo/jobs/": { json: page([]) },
    "GET projects/demo/competition/": { json: RULES },
    "PUT projects/demo/competition/": { json: RULES },
  });
  renderApp(<SubmissionsPage />, PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "All members" }));
  await userEvent.click(screen.getByRole("button", { name: "Save the rules" }));
  expect(await screen.findByText("The rules are saved.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    submitters: "members",
  });
});

test("an empty number is no rule, and nothing can be saved until there is one", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/submissions/": { json: build({ may_submit: false }) },
    "GET projects/demo/jobs/": { json: page([]) },
    "GET projects/demo/competition/": { json: { ...RULES, non_null_annotations: 1 } },
  });
  renderApp(<SubmissionsPage />, PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "All members" }));
  const save = screen.getByRole("button", { name: "Save the rules" });
  for (const label of ["Annotations with an answer", "Uploads per week"]) {
    const field = screen.getByLabelText(label);
    await userEvent.clear(field);
    expect(field).toHaveValue("");
    expect(save).toBeDisabled();
    await userEvent.type(field, "3");
    expect(save).toBeEnabled();
  }
});

test("a lead says who may submit, and how often", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/submissions/": { json: build({ may_submit: false }) },
    "GET projects/demo/jobs/": { json: page([]) },
    "GET projects/demo/competition/": { json: RULES },
    "PUT projects/demo/competition/": {
      json: { ...RULES, submitters: "members", non_null_annotations: 1 },
    },
  });
  renderApp(<SubmissionsPage />, PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "All members" }));
  const threshold = screen.getByLabelText("Annotations with an answer");
  await userEvent.clear(threshold);
  await userEvent.type(threshold, "1");
  await userEvent.click(screen.getByRole("button", { name: "Save the rules" }));
  expect(await screen.findByText("The rules are saved.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    submitters: "members",
    non_null_annotations: 1,
  });
});

test.each([
  [false, "This site has no reader, so there is no Disambig-F1 and no DR."],
  [true, "This site’s reader reads the answers for Disambig-F1 and DR."],
])("only the site's own reader counts, if it has one: %s", async (readsAnswers, sentence) => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "annotator", kind: "asqa" }) },
    "GET projects/demo/submissions/": { json: build({ reads_answers: readsAnswers }) },
  });
  renderApp(<SubmissionsPage />, PAGE);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(document.querySelectorAll('input[type="file"]')).toHaveLength(1);
});
