import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import JoinTeamPage from "./JoinTeamPage";
import SignUpPage from "./SignUpPage";
import { buildTeam } from "./testing";

const PAGE = { path: "/competitions/join/:secret", at: "/competitions/join/abc" };
const OPENED = {
  project: "demo",
  title: "Rivers",
  summary: "",
  is_open: true,
  expires_at: "2026-12-20T09:00:00Z",
};

test("people sign up with their account and get to their team's place", async () => {
  const requests = fakeServer({
    "GET me/": { json: buildMe() },
    "GET competition-invitations/abc/": { json: OPENED },
    "POST competition-invitations/abc/accept/": {
      json: { project: "demo", has_changed: true, detail: "You take part." },
    },
  });
  renderApp(<SignUpPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Sign up" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/competitions/demo/team");
  });
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({});
});

test("where there is single sign-on, people sign up by it", async () => {
  document.head.innerHTML = '<meta name="sso" content="Uni">';
  const requests = fakeServer({
    "GET me/": { status: 401, json: { code: "not_authenticated", detail: "", fields: {} } },
    "GET competition-invitations/abc/": { json: OPENED },
    "POST auth/single-sign-on/": { status: 409, json: { code: "x", detail: "Away.", fields: {} } },
  });
  renderApp(<SignUpPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Sign up with Uni" }));
  expect(await screen.findByText("Away.")).toBeVisible();
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    next: "/competitions/join/abc",
    invitation: "abc",
  });
  document.head.innerHTML = "";
});

test("an invitation that has expired lets nobody in", async () => {
  fakeServer({
    "GET me/": { json: buildMe() },
    "GET competition-invitations/abc/": { json: { ...OPENED, is_open: false } },
  });
  renderApp(<SignUpPage />, PAGE);
  expect(await screen.findByText("This invitation has expired.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sign up" })).not.toBeInTheDocument();
});

test("a team's link leads into the team, or says why not", async () => {
  let status = 403;
  const requests = fakeServer({
    "POST projects/demo/competition/teams/join/": () =>
      status === 403
        ? { status, json: { code: "x", detail: "Sign up first.", fields: {} } }
        : { json: buildTeam() },
  });
  renderApp(<JoinTeamPage />, {
    path: "/competitions/:competition/teams/join/:secret",
    at: "/competitions/demo/teams/join/xyz",
    me: buildMe(),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Join the team" }));
  expect(await screen.findByText("Sign up first.")).toBeVisible();
  status = 200;
  await userEvent.click(screen.getByRole("button", { name: "Join the team" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/competitions/demo/team");
  });
  expect(requests.at(-1)?.body ?? requests.at(-2)?.body).toEqual({ secret: "xyz" });
});
