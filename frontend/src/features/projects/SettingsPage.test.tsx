import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import SettingsPage from "./SettingsPage";

const PAGE = { path: "/projects/:slug/settings", at: "/projects/demo/settings" };

test("settings are saved only once something has changed", async () => {
  let title = "Rivers";
  const requests = fakeServer({
    "GET projects/demo/": () => ({ json: buildProject({ title }) }),
    "PATCH projects/demo/": () => {
      title = "Rivers of Europe";
      return { json: buildProject({ title }) };
    },
  });
  renderApp(<SettingsPage />, PAGE);
  const save = await screen.findByRole("button", { name: "Save" });
  expect(save).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Title"), " of Europe");
  await userEvent.click(save);
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(save).toBeDisabled();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { title: "Rivers of Europe", overlap: 3, lease_minutes: 60 },
  ]);
});

test("an overlap that is too small is said at its field", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "PATCH projects/demo/": {
      status: 409,
      json: { code: "overlap_too_small", detail: "No.", fields: { overlap: "Choose a larger." } },
    },
  });
  renderApp(<SettingsPage />, PAGE);
  const overlap = await screen.findByLabelText("Annotations per example");
  await userEvent.clear(overlap);
  await userEvent.type(overlap, "1");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose a larger.")).toBeVisible();
});
