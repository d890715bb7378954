import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Hours } from "@/api/hours";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import HoursPage from "./HoursPage";

const HOURS: Hours = {
  pay: { per_hour: "18.00", currency: "EUR" },
  spent: 9000,
  cost: "45.00",
  needed: {
    seconds: 7_200_000,
    low: 3_600_000,
    high: 10_800_000,
    cost: "36000.00",
    cost_low: "18000.00",
    cost_high: "54000.00",
    reason: "",
  },
  computed_at: "2026-11-20T09:00:00Z",
  weeks: ["2026-11-16", "2026-11-09"],
  people: [
    {
      id: 4,
      name: "Ada",
      cost: "45.00",
      work: { annotations: 1200, untimed: 2, annotating: 7200, training: 1800, comparing: 0 },
      weeks: [9000, 0],
    },
  ],
};

function open(hours: Hours) {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/hours/": { json: hours },
    "PUT projects/demo/pay/": { json: hours },
  });
  renderApp(<HoursPage />, { path: "/projects/:slug/hours", at: "/projects/demo/hours" });
  return requests;
}

test("hours, their cost, and what is to come with its range", async () => {
  open(HOURS);
  const soFar = await screen.findByRole("region", { name: "So far" });
  expect(soFar).toHaveTextContent("2.5 hours, 45.00 EUR");
  const rest = screen.getByRole("region", { name: "To the end" });
  expect(rest).toHaveTextContent("2,000.0 hours, 36,000.00 EUR");
  expect(rest).toHaveTextContent("1,000.0 to 3,000.0 hours, 18,000.00–54,000.00 EUR");
  const row = screen.getByRole("row", { name: /Ada/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["1,2002 not timed", "0.5", "–", "2.5", "45.00", "2.5", "–"]);
});

test("without a rate there is no cost, and a missing range has its reason", async () => {
  const needed = { ...HOURS.needed, low: null, high: null, cost: null, reason: "Too few people." };
  open({ ...HOURS, pay: null, cost: null, needed });
  expect(await screen.findByRole("region", { name: "So far" })).not.toHaveTextContent("EUR");
  expect(screen.getByRole("region", { name: "To the end" })).toHaveTextContent("Too few people.");
  expect(screen.queryByRole("columnheader", { name: "Cost" })).not.toBeInTheDocument();
});

test("a lead changes the rate", async () => {
  const user = userEvent.setup();
  const requests = open(HOURS);
  await user.click(await screen.findByRole("button", { name: "Change pay" }));
  const amount = await screen.findByRole("textbox", { name: "Pay per hour" });
  await user.clear(amount);
  await user.type(amount, "12.5");
  const currency = screen.getByRole("textbox", { name: "Currency" });
  await user.clear(currency);
  await user.type(currency, "chf");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Change pay" });
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    per_hour: "12.5",
    currency: "CHF",
  });
});
