import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import type { Job } from "@/api/types";
import { buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { RunningJob } from "./RunningJob";

const RUNNING = buildJob({ state: "running", finished_at: null });

/** A page whose job is stopped by cancelling it, and ends when the test says so. */
function Page() {
  const [job, setJob] = useState<Job | null>(RUNNING);
  const onCancel = () => {
    setJob({ ...RUNNING, cancel_requested: true });
    return Promise.resolve();
  };
  return (
    <main tabIndex={-1}>
      {job && <RunningJob job={job} label="Scoring" onCancel={onCancel} />}
      {/* Presses nothing that takes the focus. */}
      <div data-testid="end" onMouseEnter={() => setJob(null)} />
    </main>
  );
}

test("a cancelled job has the focus until it ends, and then the page around it has it", async () => {
  fakeServer({ [`POST jobs/${RUNNING.id}/cancel/`]: { json: RUNNING } });
  renderApp(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Stopping")).toBeVisible();
  expect(screen.getByRole("region", { name: "Scoring" })).toHaveFocus();
  await userEvent.hover(screen.getByTestId("end"));
  expect(screen.queryByRole("region", { name: "Scoring" })).toBeNull();
  expect(screen.getByRole("main")).toHaveFocus();
});
