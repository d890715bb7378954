import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { OverlapPlan } from "./OverlapPlan";

const OPTION = { agreement: null, width: null, hours: 50, people: 5, cost: "900.00" };

test("a plan says what each number gives, whose rates these are, and why one is recommended", async () => {
  const requests = fakeServer({
    "GET projects/demo/plan/": {
      json: {
        examples: 450,
        answers_from: "papers",
        seconds: 80,
        seconds_from: "papers",
        pay: { per_hour: "18.00", currency: "USD" },
        recommended: 5,
        options: [
          { ...OPTION, number: 1, correct: 0.77, annotations: 450 },
          { ...OPTION, number: 5, correct: 0.875, annotations: 2250, agreement: 0.7, width: 0.066 },
          { ...OPTION, number: 7, correct: 0.88, annotations: 3150, agreement: 0.7, width: 0.06 },
        ],
      },
    },
  });
  renderApp(<OverlapPlan slug="demo" />);
  await userEvent.type(screen.getByLabelText("Examples"), "450");
  await userEvent.click(screen.getByRole("button", { name: "Plan" }));
  expect(await screen.findByText("Recommended: 5 annotations of each example.")).toBeVisible();
  expect(
    screen.getByText(/^ ?.*87\.5% of the consensus answers are right, and a further/),
  ).toBeVisible();
  const table = screen.getByRole("table", { name: "What each number of annotations gives" });
  expect(within(table).getByRole("row", { name: /recommended/ })).toHaveTextContent(
    "5 (recommended)70% ± 3.387.5%2,250505900 USD",
  );
  expect(screen.getByText(/comes from the Natural Questions paper/)).toBeVisible();
  expect(requests.map(({ query }) => query)).toEqual([
    { hours_a_week: "10", weeks: "4", examples: "450" },
  ]);
});
