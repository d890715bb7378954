import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { buildOpenAssignment } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { AssignmentPage } from "./AssignmentPage";
import type { AnnotationScreenProps } from "./screen";

const PARKED = buildOpenAssignment({ state: "parked", version: 3 });

function Screen({ assignment }: AnnotationScreenProps) {
  return <p>Version {assignment.version}</p>;
}

/** Somebody who leaves the page and comes back to it. */
function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere && <AssignmentPage screen={Screen} />}
      <button
        onClick={() => {
          setThere(!isThere);
        }}
      >
        {isThere ? "Leave" : "Come back"}
      </button>
    </>
  );
}

test("a question that was taken up elsewhere is open on return, with what was saved last", async () => {
  let visits = 0;
  fakeServer({
    "GET assignments/1/": () => ({
      json: visits++ === 0 ? PARKED : { ...PARKED, state: "open", version: 5 },
    }),
  });
  renderApp(<Visits />, { path: "/assignments/:id", at: "/assignments/1" });
  expect(await screen.findByRole("button", { name: "Continue this question" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await userEvent.click(screen.getByRole("button", { name: "Come back" }));
  expect(await screen.findByText("Version 5")).toBeVisible();
});
