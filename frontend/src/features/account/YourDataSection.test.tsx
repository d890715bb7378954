import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Job } from "@/api/types";
import { buildAccount, buildJob } from "@/test/builders";
import { renderApp } from "@/test/render";
import { type RecordedRequest, fakeServer } from "@/test/server";

import { YourDataSection } from "./YourDataSection";

const PAGE = { path: "/account", at: "/account" };

function show(
  job: Job | null,
  answers: Parameters<typeof fakeServer>[0] = {},
  account = buildAccount(),
): RecordedRequest[] {
  const requests = fakeServer({ "GET me/data-export/": { json: { job } }, ...answers });
  renderApp(<YourDataSection account={account} />, PAGE);
  return requests;
}

function changes(requests: RecordedRequest[]) {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body }));
}

test("somebody asks for their data", async () => {
  const requests = show(null, { "POST me/data-export/": { status: 202, json: { job: "1" } } });
  await userEvent.click(await screen.findByRole("button", { name: "Export my data" }));
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      { method: "POST", path: "me/data-export/", body: undefined },
    ]);
  });
});

test("an export that is ready can be downloaded", async () => {
  show(buildJob({ state: "succeeded", result_url: "/api/v1/jobs/1/result/" }));
  expect(await screen.findByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    "/api/v1/jobs/1/result/",
  );
  expect(screen.getByRole("button", { name: "Export again" })).toBeEnabled();
});

test("an export under way shows how far it is", async () => {
  show(buildJob({ state: "running", done: 1, total: 4 }));
  expect(await screen.findByText("Collecting your data")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Export my data" })).toBeNull();
});

test("nobody is erased before name and password are typed", async () => {
  const requests = show(null, { "POST me/erase/": { status: 204 } });
  await userEvent.click(await screen.findByRole("button", { name: "Erase…" }));
  const erase = await screen.findByRole("button", { name: "Erase my account" });
  expect(erase).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Type ada to go on"), "ada");
  expect(erase).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Current password"), "secret words");
  await userEvent.click(erase);
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      {
        method: "POST",
        path: "me/erase/",
        body: { username: "ada", password: "secret words", code: "" },
      },
    ]);
  });
});

test("without a password, a code of the second factor is asked for", async () => {
  const requests = show(
    null,
    {
      "GET me/second-factor/": {
        json: {
          policy: "optional",
          is_on: true,
          since: "2026-11-01T09:00:00Z",
          last_used_at: null,
          recovery_codes_left: 9,
        },
      },
      "POST me/erase/": { status: 204 },
    },
    buildAccount({ has_password: false, second_factor: "optional" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Erase…" }));
  await userEvent.type(await screen.findByLabelText("Type ada to go on"), "ada");
  const erase = screen.getByRole("button", { name: "Erase my account" });
  const code = await screen.findByLabelText("Code");
  expect(erase).toBeDisabled();
  await userEvent.type(code, "123 456 ");
  await userEvent.click(erase);
  await waitFor(() => {
    expect(changes(requests)).toEqual([
      {
        method: "POST",
        path: "me/erase/",
        body: { username: "ada", password: "", code: "123 456" },
      },
    ]);
  });
});

test("whoever is the only lead reads which project to hand over", async () => {
  const detail = "Nobody else leads demo. Make another member lead there first.";
  show(
    null,
    { "POST me/erase/": { status: 409, json: { code: "last_lead", detail, fields: {} } } },
    buildAccount({ has_password: false }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Erase…" }));
  await userEvent.type(await screen.findByLabelText("Type ada to go on"), "ada");
  await userEvent.click(screen.getByRole("button", { name: "Erase my account" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
});
