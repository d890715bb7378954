import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { withSaveBar } from "@/test/savedTogether";
import { fakeServer } from "@/test/server";

import { ConductSettings } from "./ConductSettings";

test("an empty limit is saved as none", async () => {
  const requests = fakeServer({
    "PATCH projects/demo/": {
      json: buildProject({ minutes_per_question: null, recommended_per_day: 12 }),
    },
  });
  renderApp(
    withSaveBar(
      <ConductSettings
        project={buildProject({ minutes_per_question: 60, recommended_per_day: 10 })}
      />,
    ),
  );
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.clear(screen.getByLabelText("Minutes per question"));
  await userEvent.clear(screen.getByLabelText("Questions a day"));
  await userEvent.type(screen.getByLabelText("Questions a day"), "12");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests[0]?.body).toEqual({
    minutes_per_question: null,
    recommended_per_day: 12,
  });
});

test("a regime that is in use says so at its field", async () => {
  fakeServer({
    "PATCH projects/demo/": {
      status: 409,
      json: {
        code: "regime_in_use",
        detail: "3 questions were handed out or answered already.",
        fields: { regime: "Create another project." },
      },
    },
  });
  renderApp(withSaveBar(<ConductSettings project={buildProject({ kind: "asqa" })} />));
  await userEvent.click(screen.getByRole("radio", { name: "The question alone" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("3 questions were handed out");
  expect(screen.getByText("Create another project.")).toBeVisible();
});

test("projects of Natural Questions have no regime to choose", () => {
  fakeServer({});
  renderApp(withSaveBar(<ConductSettings project={buildProject()} />));
  expect(screen.queryByText("What annotators see")).toBeNull();
});
