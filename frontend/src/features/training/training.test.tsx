import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Grade, Standing, Trainee, TraineeDetail, TrainingAnswer } from "@/api/training";
import { nextThing, stepOf } from "@/components/trainingWords";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { GradeSheet } from "./GradeSheet";
import { OwnTrainingPage } from "./OwnTrainingPage";
import { inOrder, leadsTurn } from "./TraineeList";
import TraineePage from "./TraineePage";

const STUDY: Standing = {
  state: "self_study",
  since: "2026-01-05T09:00:00Z",
  waits_for: "annotator",
  attempt: null,
  answered: 0,
  asked_again: null,
  questions: 0,
  questions_missing: 0,
};

function buildStanding(changes: Partial<Standing> = {}): Standing {
  return { ...STUDY, ...changes };
}

function buildGrade(changes: Partial<Grade> = {}): Grade {
  return {
    criterion: "long_answer",
    level: "met",
    comment: "The same box as the reference.",
    automatic: true,
    graded_at: "2026-01-05T10:00:00Z",
    by: "lena",
    ...changes,
  };
}

function buildAnswer(changes: Partial<TrainingAnswer> = {}): TrainingAnswer {
  return {
    id: 7,
    example: 3,
    number: 0,
    question: "who keeps the ferry",
    disambiguations: [],
    has_draft: false,
    submitted_at: null,
    seconds: null,
    content: null,
    reference: null,
    grades: [],
    ...changes,
  };
}

test("each state is at one step, and says what comes next", () => {
  const states: Standing["state"][] = [
    "self_study",
    "in_person",
    "exam",
    "grading",
    "decision",
    "qualified",
  ];
  expect(states.map((state) => stepOf(buildStanding({ state })))).toEqual([0, 1, 2, 2, 2, 3]);
  expect(states.map((state) => nextThing(buildStanding({ state })).action)).toEqual([
    "Begin the self-study",
    undefined,
    "Begin the exam",
    undefined,
    "Read the feedback",
    undefined,
  ]);
  const begun = buildStanding({ attempt: 1, answered: 2, questions: 3 });
  expect(nextThing(begun).text).toBe("You have answered 2 of 3 sample questions.");
});

test("a step without enough questions waits for the lead, on both sides", () => {
  const standing = buildStanding({ waits_for: "lead", questions_missing: 3 });
  expect(nextThing(standing)).toEqual({
    title: "Wait for a lead",
    text: "A lead still has to choose 3 questions for your self-study. You can begin once that is done.",
  });
  expect(leadsTurn({ standing } as Trainee)).toBe("Choose 3 questions");
});

test("who waits longest for a lead comes first", () => {
  const trainee = (id: number, changes: Partial<Standing>): Trainee => ({
    id,
    username: `annotator-${id}`,
    display_name: "",
    name: `annotator-${id}`,
    pseudonym: `Annotator ${id}`,
    joined_at: STUDY.since,
    annotations: 0,
    standing: buildStanding(changes),
  });
  const rows = [
    trainee(1, { state: "qualified", waits_for: null }),
    trainee(2, { state: "exam" }),
    trainee(3, { state: "grading", waits_for: "lead", since: "2026-01-07T09:00:00Z" }),
    trainee(4, { state: "in_person", waits_for: "lead", since: "2026-01-06T09:00:00Z" }),
  ];
  expect(inOrder(rows).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
});

test("beginning a step opens its first question", async () => {
  const started = {
    standing: buildStanding({ attempt: 1, questions: 3 }),
    attempts: [
      {
        step: "self_study",
        number: 1,
        started_at: STUDY.since,
        finished_at: null,
        graded_at: null,
        read_at: null,
        answers: [buildAnswer()],
        decision: null,
      },
    ],
    decisions: [],
  };
  fakeServer({
    "GET projects/demo/training/own/": {
      json: { standing: STUDY, attempts: [], decisions: [] },
    },
    "GET projects/demo/training/": {
      json: { instructions: "# In short", requires_training: true },
    },
    "POST projects/demo/training/own/start/": { json: started },
  });
  renderApp(<OwnTrainingPage project={buildProject({ role: "annotator" })} />);
  expect(await screen.findByRole("heading", { name: "In short" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Begin the self-study" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/training/answers/7");
  });
});

test("a sheet sends only the criteria that were graded anew", async () => {
  const requests = fakeServer({
    "PUT projects/demo/training/answers/7/grades/": { json: { id: 5 } },
  });
  renderApp(
    <GradeSheet
      project={buildProject()}
      trainee={5}
      answer={buildAnswer({ grades: [buildGrade()] })}
      criteria={["question_quality", "long_answer"]}
    />,
  );
  expect(screen.getByRole("button", { name: "Save grades" })).toBeDisabled();
  const quality = screen.getByRole("radiogroup", { name: "Question quality" });
  await userEvent.click(within(quality).getByText("Not met"));
  await userEvent.type(screen.getByLabelText("Comment on question quality"), "Ambiguous");
  await userEvent.click(screen.getByRole("button", { name: "Save grades" }));
  expect(requests.map(({ body }) => body)).toEqual([
    { grades: [{ criterion: "question_quality", level: "not_met", comment: "Ambiguous" }] },
  ]);
});

test("grades that the server adds leave what a lead is typing", async () => {
  const trainee = (grades: Grade[]): TraineeDetail => ({
    id: 5,
    username: "ada",
    display_name: "",
    name: "ada",
    pseudonym: "Annotator 5",
    joined_at: STUDY.since,
    annotations: 0,
    standing: buildStanding({ state: "grading", waits_for: "lead", attempt: 1 }),
    sessions: [],
    decisions: [],
    attempts: [
      {
        step: "exam",
        number: 1,
        started_at: STUDY.since,
        finished_at: STUDY.since,
        graded_at: null,
        read_at: null,
        answers: [buildAnswer({ grades })],
        decision: null,
      },
    ],
  });
  fakeServer({
    "GET projects/demo/": { json: buildProject({ kind: "nq" }) },
    "GET projects/demo/training/": { json: { criteria: ["question_quality", "long_answer"] } },
    "GET projects/demo/training/members/5/": { json: trainee([]) },
    "POST projects/demo/training/members/5/automatic-grades/": { json: trainee([buildGrade()]) },
  });
  renderApp(<TraineePage />, {
    path: "/projects/:slug/training/:id",
    at: "/projects/demo/training/5",
  });
  const comment = await screen.findByLabelText("Comment on question quality");
  await userEvent.type(comment, "Ambiguous");
  await userEvent.click(screen.getByRole("button", { name: "Compare with the references" }));
  expect(await screen.findByDisplayValue("The same box as the reference.")).toBeVisible();
  expect(screen.getByLabelText("Comment on question quality")).toHaveValue("Ambiguous");
});
