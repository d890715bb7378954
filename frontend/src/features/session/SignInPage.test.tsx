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

const PAGE = { path: "/sign-in", at: "/sign-in" };

async function fillIn(username: string, password: string): Promise<void> {
  await userEvent.type(screen.getByLabelText("Name"), username);
  await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("signing in leads to the projects", async () => {
  const requests = fakeServer({ "POST auth/session/": { json: buildMe() } });
  renderApp(<SignInPage />, PAGE);
  await fillIn(" lena ", "secret ");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
  });
  expect(requests.map(({ body }) => body)).toEqual([{ username: "lena", password: "secret " }]);
});

test("a wrong password is said in a sentence and the name stays", async () => {
  fakeServer({
    "POST auth/session/": {
      status: 400,
      json: { code: "wrong_credentials", detail: "The name or the password is wrong.", fields: {} },
    },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "nope");
  expect(await screen.findByRole("alert")).toHaveTextContent("The name or the password is wrong.");
  expect(screen.getByLabelText("Name")).toHaveValue("lena");
});

test("a demo account fills in name and password", async () => {
  document.head.innerHTML = '<meta name="demo" content="1">';
  fakeServer({});
  renderApp(<SignInPage />, PAGE);
  await userEvent.click(screen.getByRole("button", { name: /^ada/ }));
  expect(screen.getByLabelText("Name")).toHaveValue("ada");
  expect(screen.getByLabelText("Password")).toHaveValue("plumbline-demo");
});

test("without the demo no accounts are shown", () => {
  document.head.innerHTML = '<meta name="demo" content="0">';
  fakeServer({});
  renderApp(<SignInPage />, PAGE);
  expect(screen.queryByRole("button", { name: /^ada/ })).toBeNull();
});
