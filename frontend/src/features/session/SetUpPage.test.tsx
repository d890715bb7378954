import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import SetUpPage from "./SetUpPage";

const PAGE = { path: "/set-up/:secret", at: "/set-up/abc" };

test("whoever has the link makes the first account and is signed in", async () => {
  const requests = fakeServer({
    "GET set-up/abc/": { json: { is_open: true } },
    "POST set-up/abc/": { status: 201, json: buildMe() },
  });
  renderApp(<SetUpPage />, PAGE);
  await userEvent.type(await screen.findByLabelText("Name"), "grace");
  await userEvent.type(screen.getByLabelText("Password"), "seven plumb lines");
  await userEvent.click(screen.getByRole("button", { name: "Create account and sign in" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
  });
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    username: "grace",
    display_name: "",
    email: "",
    password: "seven plumb lines",
  });
});

test("a link that was used says so", async () => {
  const detail = "This site is already set up. Sign in.";
  fakeServer({
    "GET set-up/abc/": { status: 409, json: { code: "set_up_already", detail, fields: {} } },
  });
  renderApp(<SetUpPage />, PAGE);
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
  expect(screen.queryByLabelText("Name")).toBeNull();
});
