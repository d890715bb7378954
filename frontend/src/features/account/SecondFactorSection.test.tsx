import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { SecondFactor } from "@/api/secondFactor";
import { buildAccount } from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer } from "@/test/server";

import { SecondFactorSection } from "./SecondFactorSection";

const PAGE = { path: "/account", at: "/account" };
const ACCOUNT = buildAccount({ second_factor: "optional" });
const NONE: SecondFactor = {
  policy: "optional",
  is_on: false,
  since: null,
  last_used_at: null,
  recovery_codes_left: 0,
};
const SOME: SecondFactor = {
  ...NONE,
  is_on: true,
  since: "2026-11-01T09:00:00Z",
  recovery_codes_left: 9,
};
const KEY = {
  key: "ABCDEFGHJKLMNPQR",
  address: "otpauth://totp/ada?secret=ABCDEFGHJKLMNPQR",
  picture: "data:image/svg+xml;base64,PHN2Zy8+",
};
const CODES = ["11111111", "22222222"];

function show(
  found: SecondFactor,
  answers: Parameters<typeof fakeServer>[0] = {},
  account = ACCOUNT,
): RecordedRequest[] {
  const requests = fakeServer({ "GET me/second-factor/": { json: found }, ...answers });
  renderApp(<SecondFactorSection account={account} />, PAGE);
  return requests;
}

function sent(requests: RecordedRequest[]) {
  return requests
    .filter(({ method }) => method === "POST")
    .map(({ path, body }) => ({ path: path.replace("me/second-factor/", ""), body }));
}

test("an app is set up with its key, a code and the password, and then there are codes to keep", async () => {
  const requests = show(NONE, {
    "POST me/second-factor/key/": { json: KEY },
    "POST me/second-factor/on/": { json: { codes: CODES } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Set up…" }));
  expect(await screen.findByRole("img")).toHaveAttribute("src", KEY.picture);
  expect(screen.getByLabelText("Key")).toHaveTextContent("ABCD EFGH JKLM NPQR");
  await userEvent.type(screen.getByLabelText("Code from the app"), "123456 ");
  await userEvent.type(screen.getByLabelText("Current password"), "secret words");
  await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
  const codes = await screen.findByRole("list", { name: "Recovery codes" });
  expect(
    within(codes)
      .getAllByRole("listitem")
      .map((each) => each.textContent),
  ).toEqual(CODES);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  expect(sent(requests)).toEqual([
    { path: "key/", body: undefined },
    { path: "on/", body: { code: "123456", password: "secret words" } },
  ]);
});

test("a wrong code is said at its field and the key stays", async () => {
  const sentence = "This code does not match the key.";
  const requests = show(NONE, {
    "POST me/second-factor/key/": { json: KEY },
    "POST me/second-factor/on/": {
      status: 400,
      json: { code: "wrong_code", detail: sentence, fields: { code: sentence } },
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Set up…" }));
  await userEvent.type(await screen.findByLabelText("Code from the app"), "000000");
  await userEvent.type(screen.getByLabelText("Current password"), "secret words");
  await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(sent(requests).filter(({ path }) => path === "key/")).toHaveLength(1);
});

test.each([
  ["Show recovery codes", "Show them", "recovery-codes/"],
  ["New recovery codes", "Create new codes", "recovery-codes/new/"],
])("%s takes the password", async (button, action, path) => {
  const requests = show(SOME, { [`POST me/second-factor/${path}`]: { json: { codes: CODES } } });
  await userEvent.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Current password"), "secret words");
  await userEvent.click(within(dialog).getByRole("button", { name: action }));
  expect(await screen.findByText("22222222")).toBeVisible();
  expect(sent(requests)).toEqual([{ path, body: { password: "secret words", code: "" } }]);
});

test("it is turned off with a code where there is no password", async () => {
  const requests = show(
    SOME,
    { "POST me/second-factor/off/": { status: 204 } },
    { ...ACCOUNT, has_password: false },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Turn off…" }));
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Turn it off" }));
  await waitFor(() => {
    expect(sent(requests)).toEqual([{ path: "off/", body: { password: "", code: "123456" } }]);
  });
});

test("where all need one it can't be turned off", async () => {
  show({ ...SOME, policy: "required" });
  expect(await screen.findByText(/9 recovery codes left/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Turn off…" })).toBeNull();
});
