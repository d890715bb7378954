import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildMe, buildProject } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { AccountMenu } from "./AccountMenu";

async function openMenu() {
  const queryClient = testQueryClient();
  queryClient.setQueryData(queryKeys.me(), buildMe());
  queryClient.setQueryData(queryKeys.projects(), page([buildProject()]));
  renderApp(<AccountMenu />, { queryClient });
  await userEvent.click(await screen.findByRole("button", { name: "Account of Lena" }));
  return queryClient;
}

test("signing out forgets everything that was loaded", async () => {
  fakeServer({
    "DELETE /_allauth/browser/v1/auth/session": { status: 401, json: { status: 401 } },
  });
  const queryClient = await openMenu();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/sign-in");
  });
  await waitFor(() => {
    expect(queryClient.getQueryData(queryKeys.projects())).toBeUndefined();
  });
  expect(queryClient.getQueryData(queryKeys.me())).toBeUndefined();
});

test("the theme can be light, dark or as the system says", async () => {
  fakeServer({});
  await openMenu();
  expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "light");
  await userEvent.click(await screen.findByRole("radio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark");
});
