import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Account } from "@/api/account";
import { buildAccount } from "@/test/builders";
import { watchLeaving } from "@/test/leaving";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer } from "@/test/server";

import { SingleSignOnSection } from "./SingleSignOnSection";

const ACCOUNT = buildAccount({ single_sign_on: "Uni & Co." });

function show(
  changes: Partial<Account>,
  answers: Parameters<typeof fakeServer>[0] = {},
  at = "/account",
): RecordedRequest[] {
  const requests = fakeServer(answers);
  renderApp(<SingleSignOnSection account={{ ...ACCOUNT, ...changes }} />, { path: "/account", at });
  return requests;
}

test("an account is connected with the password, at the provider", async () => {
  const leave = watchLeaving();
  const requests = show(
    {},
    { "POST me/single-sign-on/": { json: { address: "https://login.example.org/authorize" } } },
  );
  await userEvent.click(screen.getByRole("button", { name: "Connect…" }));
  await userEvent.type(await screen.findByLabelText("Current password"), "secret words");
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => {
    expect(leave).toHaveBeenCalledWith("https://login.example.org/authorize");
  });
  expect(requests[0]?.body).toEqual({ password: "secret words", code: "" });
});

test("a connection is ended with the password", async () => {
  const requests = show(
    { is_connected: true },
    { "POST me/single-sign-on/disconnect/": { status: 204 } },
  );
  await userEvent.click(screen.getByRole("button", { name: "Disconnect…" }));
  await userEvent.type(await screen.findByLabelText("Current password"), "secret words");
  await userEvent.click(screen.getByRole("button", { name: "Disconnect" }));
  await waitFor(() => {
    expect(requests.map(({ path }) => path)).toEqual(["me/single-sign-on/disconnect/"]);
  });
});

test("the only way into an account can't be ended", () => {
  show({ is_connected: true, has_password: false });
  expect(screen.getByText("Connected")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("coming back as somebody else says so", () => {
  show({}, {}, "/account?error=connected_other&error_process=connect");
  expect(screen.getByRole("alert")).toHaveTextContent("is already connected to another account");
});
