import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { SessionGuard } from "./SessionGuard";

const ADDRESS = { path: "/projects/demo", at: "/projects/demo?page=2" };

test("the guard sends somebody who is not signed in to the sign-in page", async () => {
  fakeServer({ "GET me/": { status: 401 } });
  renderApp(<SessionGuard />, ADDRESS);
  expect(await screen.findByText("/sign-in")).toBeVisible();
});

test("the guard lets the signed-in stay", async () => {
  fakeServer({ "GET me/": { json: buildMe() } });
  renderApp(<SessionGuard />, ADDRESS);
  expect(await screen.findByText("/projects/demo?page=2")).toBeVisible();
});

test("the guard signs nobody out because the server has a problem", async () => {
  fakeServer({ "GET me/": { status: 500 } });
  renderApp(<SessionGuard />, ADDRESS);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo?page=2");
});

test("who has no second factor where all need one sets it up before anything else", async () => {
  fakeServer({ "GET me/": { json: buildMe({ must_set_up_second_factor: true }) } });
  renderApp(<SessionGuard />, ADDRESS);
  expect(await screen.findByRole("heading", { name: "Set up your second factor" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeEnabled();
});
