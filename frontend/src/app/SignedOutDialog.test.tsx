import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildMe } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { fakeServer } from "@/test/server";

import { SignedOutDialog } from "./SignedOutDialog";

test("signing in again gives the page back to the same person", async () => {
  fakeServer({
    "POST /_allauth/browser/v1/auth/login": {},
    "GET me/": { json: buildMe() },
  });
  const queryClient = testQueryClient();
  queryClient.setQueryData(queryKeys.me(), buildMe());
  const onSignedIn = vi.fn();
  renderApp(<SignedOutDialog opened onSignedIn={onSignedIn} />, { queryClient });
  await userEvent.type(await screen.findByLabelText("Name or e-mail address"), "lena");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
});

test("the dialog can't be closed without signing in", async () => {
  fakeServer({});
  renderApp(<SignedOutDialog opened onSignedIn={() => undefined} />);
  await screen.findByText("You were signed out");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText("You were signed out")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
});

test("where the form can't be fetched, the page can be loaded again", async () => {
  vi.doMock("@/features/session/SignInForm", () => {
    throw new Error("The server was updated.");
  });
  fakeServer({});
  renderApp(<SignedOutDialog opened onSignedIn={() => undefined} />);
  expect(await screen.findByRole("button", { name: "Load it again" })).toBeVisible();
  expect(screen.queryByText(/this page stays as it is/)).toBeNull();
  vi.doUnmock("@/features/session/SignInForm");
});
