import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import SignInPage from "./SignInPage";

afterEach(() => {
  document.head.innerHTML = "";
});

const NAME = "Name or e-mail address";
const LOGIN = "POST /_allauth/browser/v1/auth/login";
const PAGE = { path: "/sign-in", at: "/sign-in" };

async function fillIn(username: string, password: string): Promise<void> {
  await userEvent.type(screen.getByLabelText(NAME), username);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("signing in leads to the projects", async () => {
  const requests = fakeServer({ [LOGIN]: {}, "GET me/": { json: buildMe() } });
  renderApp(<SignInPage />, PAGE);
  await fillIn(" lena ", "secret ");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
  });
  expect(requests[0]?.body).toEqual({ username: "lena", password: "secret " });
});

test("a wrong password is said in a sentence and the name stays", async () => {
  fakeServer({
    [LOGIN]: {
      status: 400,
      json: {
        errors: [{ code: "x", param: "password", message: "The name or the password is wrong." }],
      },
    },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "nope");
  expect(await screen.findByRole("alert")).toHaveTextContent("The name or the password is wrong.");
  expect(screen.getByLabelText(NAME)).toHaveValue("lena");
});

test("a demo account fills in name and password", async () => {
  document.head.innerHTML = '<meta name="demo" content="1">';
  fakeServer({});
  renderApp(<SignInPage />, PAGE);
  await userEvent.click(screen.getByRole("button", { name: /^ada/ }));
  expect(screen.getByLabelText(NAME)).toHaveValue("ada");
  expect(screen.getByLabelText("Password")).toHaveValue("plumbline-demo");
});

test("without the demo no accounts are shown", () => {
  document.head.innerHTML = '<meta name="demo" content="0">';
  fakeServer({});
  renderApp(<SignInPage />, PAGE);
  expect(screen.queryByRole("button", { name: /^ada/ })).toBeNull();
});

test("a lockout says how long it lasts", async () => {
  const sentence = "Too many failed attempts for this account. Try again in 5 minutes.";
  fakeServer({
    [LOGIN]: { status: 400, json: { errors: [{ code: "locked_out", message: sentence }] } },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "nope");
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
});

test("a step that this page does not know is said in a sentence", async () => {
  const flows = [{ id: "login" }, { id: "mfa_authenticate", is_pending: true }];
  fakeServer({ [LOGIN]: { status: 401, json: { status: 401, data: { flows } } } });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  expect(await screen.findByRole("alert")).toHaveTextContent("asks for a second factor");
});

test("who is signed in by another tab is signed out first", async () => {
  let tries = 0;
  const requests = fakeServer({
    [LOGIN]: () => ({ status: (tries += 1) === 1 ? 409 : 200 }),
    "DELETE /_allauth/browser/v1/auth/session": { status: 401 },
    "GET me/": { json: buildMe() },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
  });
  expect(requests.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST", "GET"]);
});
