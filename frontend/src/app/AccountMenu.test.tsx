import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, use } from "react";
import { Outlet, RouterProvider, createMemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildMe, buildProject } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import { AccountMenu } from "./AccountMenu";
import { SessionGuard } from "./SessionGuard";

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

/** How often the server was asked who is signed in. */
const timesAsked = (requests: RecordedRequest[]) =>
  requests.filter((request) => request.path === "me/").length;

test("signing out asks nobody who is signed in while the sign-in page is still being drawn", async () => {
  const requests = fakeServer({
    "GET me/": { json: buildMe() },
    "DELETE /_allauth/browser/v1/auth/session": { status: 401, json: { status: 401 } },
  });
  const queryClient = testQueryClient();
  let draw: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => {
    draw = resolve;
  });
  function SlowSignIn() {
    use(drawn);
    return <p>Sign in here</p>;
  }
  // One boundary around both, so that the old page stays on screen until the new one is there.
  const router = createMemoryRouter(
    [
      {
        element: (
          <Suspense fallback="nothing yet">
            <Outlet />
          </Suspense>
        ),
        children: [
          { path: "/sign-in", Component: SlowSignIn },
          { Component: SessionGuard, children: [{ path: "/", Component: AccountMenu }] },
        ],
      },
    ],
    { initialEntries: ["/"] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Account of Lena" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe("/sign-in");
  });
  // The old page is drawn once more, as the closing menu does.
  await userEvent.click(screen.getByRole("button", { name: "Account of Lena" }));
  expect(timesAsked(requests)).toBe(1);
  expect(queryClient.getQueryData(queryKeys.me())).toEqual(buildMe());

  await act(async () => {
    draw();
    await drawn;
  });
  expect(await screen.findByText("Sign in here")).toBeVisible();
  await waitFor(() => {
    expect(queryClient.getQueryData(queryKeys.me())).toBeUndefined();
  });
  expect(timesAsked(requests)).toBe(1);
});

test("the theme can be light, dark or as the system says", async () => {
  fakeServer({});
  await openMenu();
  expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "light");
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("arrow keys go through the menu from its first choice, also through the themes", async () => {
  fakeServer({});
  await openMenu();
  const menu = within(await screen.findByRole("menu"));
  await waitFor(() => {
    expect(menu.getByRole("menuitemradio", { name: "Light" })).toHaveFocus();
  });
  for (const name of ["Dark", "As the system"]) {
    await userEvent.keyboard("{ArrowDown}");
    expect(menu.getByRole("menuitemradio", { name })).toHaveFocus();
  }
  await userEvent.keyboard("{ArrowDown}");
  expect(menu.getByRole("menuitem", { name: "My account" })).toHaveFocus();
});
