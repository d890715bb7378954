import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildInvitation, buildMe, buildMember, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import MembersPage from "./MembersPage";

const PAGE = { path: "/projects/:slug/members", at: "/projects/demo/members", me: buildMe() };

function serve(answers: Parameters<typeof fakeServer>[0] = {}): RecordedRequest[] {
  return fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/members/": {
      json: page([
        buildMember(),
        buildMember({ id: 2, username: "lena", display_name: "Lena", name: "Lena", role: "lead" }),
      ]),
    },
    "GET projects/demo/invitations/": { json: page([]) },
    "GET projects/demo/splits/": {
      json: { splits: [], draw: null, hidden: "", is_steward: true },
    },
    ...answers,
  });
}

const LINK = "http://localhost:3000/invitations/abc";

function changes(requests: RecordedRequest[]) {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body }));
}

test("a lead is asked before a membership ends, and can take it back", async () => {
  const requests = serve({ "PATCH projects/demo/members/1/": { json: buildMember() } });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByLabelText("Ada is active"));
  const dialog = await screen.findByRole("dialog", { name: "End the membership of Ada?" });
  expect(changes(requests)).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "End it" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo ending the membership" }));
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      { method: "PATCH", path: "projects/demo/members/1/", body: { is_active: false } },
      { method: "PATCH", path: "projects/demo/members/1/", body: { is_active: true } },
    ]);
  });
});

test("several memberships end at once, and come back at once", async () => {
  const ben = buildMember({ id: 3, username: "ben", display_name: "Ben", name: "Ben" });
  const requests = serve({
    "GET projects/demo/members/": { json: page([buildMember(), ben]) },
    "PATCH projects/demo/members/1/": { json: buildMember() },
    "PATCH projects/demo/members/3/": { json: ben },
  });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByLabelText("Choose all on this page"));
  expect(screen.getByText("2 members chosen")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "End 2 memberships" }));
  const dialog = await screen.findByRole("dialog", { name: "End the membership of 2 members?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "End it" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo ending the membership" }));
  await waitFor(() => {
    expect(changes(requests).map(({ path, body }) => [path, body])).toEqual([
      ["projects/demo/members/1/", { is_active: false }],
      ["projects/demo/members/3/", { is_active: false }],
      ["projects/demo/members/1/", { is_active: true }],
      ["projects/demo/members/3/", { is_active: true }],
    ]);
  });
});

test("a steward names another one among the leads, where a split is hidden", async () => {
  const requests = serve({
    "GET projects/demo/splits/": {
      json: { splits: [], draw: null, hidden: "test", is_steward: true },
    },
    "PATCH projects/demo/members/2/": { json: buildMember() },
  });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByLabelText("lena sees the hidden split"));
  expect(screen.queryByLabelText("ada sees the hidden split")).not.toBeInTheDocument();
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      { method: "PATCH", path: "projects/demo/members/2/", body: { is_steward: true } },
    ]);
  });
});

test("a lead gives a member another role", async () => {
  const requests = serve({ "PATCH projects/demo/members/1/": { json: buildMember() } });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByLabelText("Role of Ada", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "Expert" }));
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      { method: "PATCH", path: "projects/demo/members/1/", body: { role: "expert" } },
    ]);
  });
});

test("a lead can't lock themselves out", async () => {
  serve();
  renderApp(<MembersPage />, PAGE);
  expect(await screen.findByLabelText("Lena is active")).toBeDisabled();
  expect(screen.getByLabelText("Role of Lena", { selector: "input" })).toBeDisabled();
});

test("somebody without an account is added with a first password", async () => {
  const requests = serve({
    "POST projects/demo/members/": {
      status: 201,
      json: buildMember({ id: 3, username: "zoe", display_name: "", name: "zoe" }),
    },
  });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Add a member" }));
  await userEvent.type(await screen.findByLabelText("Name"), "zoe");
  await userEvent.click(screen.getByLabelText(/^Expert/));
  await userEvent.click(screen.getByLabelText("Create an account for them"));
  await userEvent.type(screen.getByLabelText("First password"), "long enough");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("zoe was added to the project.")).toBeVisible();
  expect(changes(requests)).toEqual([
    {
      method: "POST",
      path: "projects/demo/members/",
      body: { username: "zoe", role: "expert", password: "long enough" },
    },
  ]);
});

test("a name nobody has is said at its field and the dialog stays", async () => {
  serve({
    "POST projects/demo/members/": {
      status: 400,
      json: { code: "unknown", detail: "No such account.", fields: { username: "Check it." } },
    },
  });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Add a member" }));
  await userEvent.type(await screen.findByLabelText("Name"), "zo");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("Check it.")).toBeVisible();
  expect(screen.getByText("No such account.")).toBeVisible();
});

test("a lead makes a link and gets it to copy", async () => {
  const requests = serve({
    "POST projects/demo/invitations/": {
      status: 201,
      json: buildInvitation({ link: LINK, max_uses: 5 }),
    },
  });
  renderApp(<MembersPage />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Invite by link" }));
  const people = await screen.findByLabelText("How many people");
  await userEvent.clear(people);
  await userEvent.type(people, "5");
  await userEvent.type(screen.getByLabelText("Note"), "the new ones");
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByLabelText("Link")).toHaveValue(LINK);
  expect(screen.getByRole("button", { name: "Copy link" })).toBeVisible();
  expect(changes(requests)).toEqual([
    {
      method: "POST",
      path: "projects/demo/invitations/",
      body: { role: "annotator", days: 14, max_uses: 5, email: "", note: "the new ones" },
    },
  ]);
});

test("invitations show who joined and are revoked", async () => {
  const requests = serve({
    "GET projects/demo/invitations/": {
      json: page([
        buildInvitation({ link: LINK }),
        buildInvitation({
          id: 2,
          state: "used",
          uses: 1,
          used_by: [{ username: "zoe", display_name: "Zoe", at: "2026-11-20T09:00:00Z" }],
        }),
      ]),
    },
    "DELETE projects/demo/invitations/1/": { status: 204 },
  });
  renderApp(<MembersPage />, PAGE);
  const table = await screen.findByRole("table", { name: "Invitations" });
  expect(table).toHaveTextContent("Zoe");
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Nobody else can join with this link.")).toBeVisible();
  expect(changes(requests)).toEqual([
    { method: "DELETE", path: "projects/demo/invitations/1/", body: undefined },
  ]);
  // The button leaves.
  expect(screen.getByRole("region", { name: "Invitations" })).toHaveFocus();
  expect(within(table).getByRole("columnheader", { name: "Actions" })).toBeInTheDocument();
});
