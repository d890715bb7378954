import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";

import { buildMe } from "@/test/builders";
import { watchLeaving } from "@/test/leaving";
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

test.each(["1", "0"])("whether nobody has an account (%s) is said", (isEmpty) => {
  document.head.innerHTML = `<meta name="empty" content="${isEmpty}">`;
  fakeServer({});
  renderApp(<SignInPage />, PAGE);
  const notice = screen.queryByRole("status");
  if (isEmpty === "1") expect(notice).toHaveTextContent("python manage.py set_up_link");
  else expect(notice).toBeNull();
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

const PENDING = { status: 401, data: { flows: [{ id: "mfa_authenticate", is_pending: true }] } };
const CODE = "POST /_allauth/browser/v1/auth/2fa/authenticate";

async function giveCode(code: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Code"), code);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("who has a second factor gives a code as well", async () => {
  const requests = fakeServer({
    [LOGIN]: { status: 401, json: PENDING },
    [CODE]: {},
    "GET me/": { json: buildMe() },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  await giveCode(" 123456 ");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
  });
  expect(requests[1]?.body).toEqual({ code: "123456" });
});

test("a wrong code is said in a sentence, and a code may be given again", async () => {
  const sentence = "This code is wrong or has been used.";
  const errors = [{ code: "wrong_code", param: "code", message: sentence }];
  fakeServer({
    [LOGIN]: { status: 401, json: PENDING },
    [CODE]: { status: 400, json: { errors } },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  await giveCode("000000");
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(screen.getByLabelText("Code")).toHaveValue("000000");
});

test("who was away for long before the code starts again", async () => {
  fakeServer({
    [LOGIN]: { status: 401, json: PENDING },
    [CODE]: { status: 401, json: { status: 401, data: { flows: [{ id: "login" }] } } },
  });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  await giveCode("000000");
  expect(await screen.findByRole("alert")).toHaveTextContent("That took too long.");
  await userEvent.click(screen.getByRole("button", { name: "Start again" }));
  expect(screen.getByLabelText(NAME)).toBeVisible();
});

test("a step that this page does not know is said in a sentence", async () => {
  const flows = [{ id: "login" }, { id: "something_new", is_pending: true }];
  fakeServer({ [LOGIN]: { status: 401, json: { status: 401, data: { flows } } } });
  renderApp(<SignInPage />, PAGE);
  await fillIn("lena", "secret");
  expect(await screen.findByRole("alert")).toHaveTextContent("needs a further step");
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

const RESUME = { path: "/sign-in", at: "/sign-in?resume=1&next=%2Fprojects%2Fdemo" };
const SESSION = "GET /_allauth/browser/v1/auth/session";

test("where there is single sign-on, a button leads to the provider", async () => {
  document.head.innerHTML = '<meta name="sso" content="Uni &amp; Co.">';
  const leave = watchLeaving();
  const requests = fakeServer({
    "POST auth/single-sign-on/": { json: { address: "https://login.example.org/authorize" } },
  });
  renderApp(<SignInPage />, PAGE);
  await userEvent.click(screen.getByRole("button", { name: "Sign in with Uni & Co." }));
  await waitFor(() => {
    expect(leave).toHaveBeenCalledWith("https://login.example.org/authorize");
  });
  expect(requests[0]?.body).toEqual({ next: "/", invitation: "" });
});

test("without single sign-on there is one button, and nothing more is asked of the server", () => {
  const requests = fakeServer({});
  renderApp(<SignInPage />, PAGE);
  expect(screen.getAllByRole("button", { name: /^Sign in/ })).toHaveLength(1);
  expect(requests).toEqual([]);
});

test("who comes back from the provider signed in goes on", async () => {
  fakeServer({ "GET me/": { json: buildMe() } });
  renderApp(<SignInPage />, RESUME);
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/projects\/demo$/);
  });
});

test("who comes back from the provider and has a second factor gives a code", async () => {
  let isIn = false;
  fakeServer({
    "GET me/": () => (isIn ? { json: buildMe() } : { status: 401 }),
    [SESSION]: { status: 401, json: PENDING },
    [CODE]: () => {
      isIn = true;
      return {};
    },
  });
  renderApp(<SignInPage />, RESUME);
  await giveCode("123456");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(/^\/projects\/demo$/);
  });
});

test("who comes back as nobody can sign in", async () => {
  fakeServer({ "GET me/": { status: 401 }, [SESSION]: { status: 401, json: { data: {} } } });
  renderApp(<SignInPage />, RESUME);
  expect(await screen.findByLabelText(NAME)).toBeVisible();
});

test.each([
  ["signup_closed", "No account here is connected to that sign-in."],
  ["something_new", "That did not work."],
])("coming back with %s says why", async (error, sentence) => {
  const requests = fakeServer({});
  renderApp(<SignInPage />, { path: "/sign-in", at: `/sign-in?resume=1&error=${error}` });
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(requests).toEqual([]);
});

test.each(["//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example"])(
  "nobody is led to %s",
  async (next) => {
    fakeServer({ "GET me/": { json: buildMe() } });
    const at = `/sign-in?resume=1&next=${encodeURIComponent(next)}`;
    renderApp(<SignInPage />, { path: "/sign-in", at });
    await waitFor(() => {
      expect(screen.getByTestId("address")).toHaveTextContent(/^\/$/);
    });
  },
);
