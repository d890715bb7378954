import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { watchLeaving } from "@/test/leaving";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer } from "@/test/server";

import InvitationPage from "./InvitationPage";

const PAGE = { path: "/invitations/:secret", at: "/invitations/abc" };
const OPEN = {
  project_title: "Rivers",
  role: "annotator",
  state: "open",
  expires_at: "2026-12-04T09:00:00Z",
};
const SIGNED_OUT = { status: 401, json: { code: "not_authenticated", detail: "Sign in." } };
const JOINED = {
  project: "demo",
  role: "annotator",
  has_changed: true,
  detail: "You are now an annotator in Rivers.",
};

function serve(answers: Parameters<typeof fakeServer>[0]): RecordedRequest[] {
  return fakeServer({ "GET invitations/abc/": { json: OPEN }, ...answers });
}

function sent(requests: RecordedRequest[]) {
  return requests
    .filter(({ method }) => method === "POST")
    .map(({ path, body }) => ({ path, body }));
}

test("somebody signed in joins with one click", async () => {
  const requests = serve({
    "GET me/": { json: buildMe() },
    "POST invitations/abc/accept/": { json: JOINED },
  });
  renderApp(<InvitationPage />, PAGE);
  expect(await screen.findByRole("heading", { name: "Rivers" })).toBeVisible();
  expect(screen.getByText("You are invited to answer questions.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Join the project" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/projects\/demo$/);
  });
  expect(await screen.findByText("You are now an annotator in Rivers.")).toBeVisible();
  expect(sent(requests)).toEqual([{ path: "invitations/abc/accept/", body: {} }]);
});

test("somebody without an account makes one", async () => {
  const requests = serve({
    "GET me/": SIGNED_OUT,
    "POST invitations/abc/accept/": { json: JOINED },
  });
  renderApp(<InvitationPage />, PAGE);
  await userEvent.type(await screen.findByLabelText("Name"), " ada ");
  await userEvent.type(screen.getByLabelText("Full name"), "Ada L.");
  await userEvent.type(screen.getByLabelText("Password"), "quite a long one");
  await userEvent.click(screen.getByRole("button", { name: "Create account and join" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/projects\/demo$/);
  });
  expect(sent(requests)).toEqual([
    {
      path: "invitations/abc/accept/",
      body: { username: "ada", display_name: "Ada L.", email: "", password: "quite a long one" },
    },
  ]);
});

test("a name that is taken is said at its field and what was typed stays", async () => {
  serve({
    "GET me/": SIGNED_OUT,
    "POST invitations/abc/accept/": {
      status: 409,
      json: {
        code: "username_taken",
        detail: "There is already an account named ada.",
        fields: { username: "Choose another name." },
      },
    },
  });
  renderApp(<InvitationPage />, PAGE);
  await userEvent.type(await screen.findByLabelText("Name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "quite a long one");
  await userEvent.click(screen.getByRole("button", { name: "Create account and join" }));
  expect(await screen.findByText("Choose another name.")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("ada");
});

test.each([
  ["used", "This invitation has already been used."],
  ["expired", "This invitation has expired."],
  ["revoked", "This invitation was withdrawn."],
])("an invitation that is %s says so and offers no form", async (state, sentence) => {
  serve({ "GET me/": SIGNED_OUT, "GET invitations/abc/": { json: { ...OPEN, state } } });
  renderApp(<InvitationPage />, PAGE);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a link that leads nowhere says what to do", async () => {
  serve({
    "GET me/": SIGNED_OUT,
    "GET invitations/abc/": {
      status: 404,
      json: { code: "no_invitation", detail: "This link leads to no invitation.", fields: {} },
    },
  });
  renderApp(<InvitationPage />, PAGE);
  expect(await screen.findByRole("alert")).toHaveTextContent("This link leads to no invitation.");
});

test("who signs in first comes back to the invitation", async () => {
  serve({ "GET me/": SIGNED_OUT });
  renderApp(<InvitationPage />, PAGE);
  await userEvent.click(await screen.findByRole("link", { name: "Sign in to join with it" }));
  expect(screen.getByTestId("address")).toHaveTextContent("/sign-in");
});

test("where there is single sign-on, somebody joins by it", async () => {
  document.head.innerHTML = '<meta name="sso" content="Uni">';
  const leave = watchLeaving();
  const requests = serve({
    "GET me/": SIGNED_OUT,
    "POST auth/single-sign-on/": { json: { address: "https://login.example.org/authorize" } },
  });
  renderApp(<InvitationPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Join with Uni" }));
  await waitFor(() => {
    expect(leave).toHaveBeenCalledWith("https://login.example.org/authorize");
  });
  expect(sent(requests)).toEqual([
    { path: "auth/single-sign-on/", body: { next: "/invitations/abc", invitation: "abc" } },
  ]);
  document.head.innerHTML = "";
});
