import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { ApiToken } from "@/api/tokens";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer, page } from "@/test/server";

import { TokensSection } from "./TokensSection";

const PAGE = { path: "/account", at: "/account" };

function buildToken(changes: Partial<ApiToken> = {}): ApiToken {
  return {
    id: 1,
    name: "Nightly export",
    beginning: "0a1b2c3d",
    created_at: "2026-11-01T09:00:00Z",
    last_used_at: null,
    expires_at: null,
    ...changes,
  };
}

function serve(
  tokens: ApiToken[],
  answers: Parameters<typeof fakeServer>[0] = {},
): RecordedRequest[] {
  return fakeServer({ "GET me/tokens/": { json: page(tokens) }, ...answers });
}

function changes(requests: RecordedRequest[]) {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body }));
}

test("a new token's key is shown once, to be copied", async () => {
  const token = buildToken();
  const requests = serve([], {
    "POST me/tokens/": { status: 201, json: { token, key: "0a1b2c3d-and-the-rest" } },
  });
  renderApp(<TokensSection />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "New token" }));
  await userEvent.type(await screen.findByLabelText("Name"), "Cron");
  await userEvent.click(screen.getByLabelText("It works for", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "Until I revoke it" }));
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByLabelText("Key")).toHaveValue("0a1b2c3d-and-the-rest");
  expect(changes(requests)).toEqual([
    { method: "POST", path: "me/tokens/", body: { name: "Cron", expires_at: null } },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => {
    expect(screen.queryByDisplayValue("0a1b2c3d-and-the-rest")).toBeNull();
  });
});

test("a token is revoked after a question", async () => {
  let tokens = [buildToken(), buildToken({ id: 2, name: "Old" })];
  const requests = fakeServer({
    "GET me/tokens/": () => ({ json: page(tokens) }),
    "DELETE me/tokens/2/": () => {
      tokens = tokens.slice(0, 1);
      return { status: 204 };
    },
  });
  renderApp(<TokensSection />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Old" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Scripts that use “Old” stop working now.");
  expect(changes(requests)).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Revoke token" }));
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      { method: "DELETE", path: "me/tokens/2/", body: undefined },
    ]);
  });
  // The row leaves with its button.
  await waitFor(() => {
    expect(screen.getByRole("button", { name: "New token" })).toHaveFocus();
  });
});

test("all tokens are revoked at once", async () => {
  const requests = serve([buildToken(), buildToken({ id: 2 })], {
    "DELETE me/tokens/": { status: 204 },
  });
  renderApp(<TokensSection />, PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke all" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Revoke all" }));
  await waitFor(() => {
    expect(changes(requests)).toEqual([{ method: "DELETE", path: "me/tokens/", body: undefined }]);
  });
});

test("a token that has expired says so", async () => {
  serve([buildToken({ expires_at: "2020-01-05T09:00:00Z" })]);
  renderApp(<TokensSection />, PAGE);
  expect(await screen.findByText("Expired")).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent("never used · expired 5 Jan 2020");
});
