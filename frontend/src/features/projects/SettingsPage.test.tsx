import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { queryKeys } from "@/api/queryKeys";
import { buildOwnProgress, buildProject, buildProjectProgress } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
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
  expect(save).toHaveAttribute("aria-disabled", "true");
  expect(save).toHaveFocus();
  expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { title: "Rivers of Europe" },
  ]);
});

test("an overlap that the project's people can't reach is said where it is set", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ overlap: 3 }) },
    "GET projects/demo/progress/": {
      json: { own: buildOwnProgress(), project: buildProjectProgress({ annotators: 3 }) },
    },
  });
  renderApp(<SettingsPage />, PAGE);
  const overlap = await screen.findByLabelText("Annotations per example");
  await userEvent.clear(overlap);
  await userEvent.type(overlap, "5");
  expect(await screen.findByText(/Until 2 more people can annotate/)).toBeVisible();
  await userEvent.clear(overlap);
  await userEvent.type(overlap, "3");
  expect(screen.queryByText(/people can annotate/)).toBeNull();
});

test("what another lead has changed meanwhile is shown and not taken back", async () => {
  let overlap = 3;
  const requests = fakeServer({
    "GET projects/demo/": () => ({ json: buildProject({ title: "Rivers", overlap }) }),
    "PATCH projects/demo/": () => ({ json: buildProject({ title: "Rivers!", overlap }) }),
  });
  const queryClient = testQueryClient();
  renderApp(<SettingsPage />, { ...PAGE, queryClient });
  await userEvent.type(await screen.findByLabelText("Title"), "!");
  overlap = 5;
  await queryClient.invalidateQueries({ queryKey: queryKeys.project("demo") });
  await waitFor(() => {
    expect(screen.getByLabelText("Annotations per example")).toHaveValue("5");
  });
  expect(screen.getByLabelText("Title")).toHaveValue("Rivers!");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(requests.find(({ method }) => method === "PATCH")?.body).toEqual({ title: "Rivers!" });
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

test("annotators may change answers for some minutes, or without an end", async () => {
  let minutes: number | null = null;
  const requests = fakeServer({
    "GET projects/demo/": () => ({ json: buildProject({ revision_minutes: minutes }) }),
    "PATCH projects/demo/": () => {
      minutes = minutes === null ? 30 : null;
      return { json: buildProject({ revision_minutes: minutes }) };
    },
  });
  renderApp(<SettingsPage />, PAGE);
  const field = await screen.findByLabelText("Minutes after the submission");
  const save = screen.getByRole("button", { name: "Save revision settings" });
  expect(save).toBeDisabled();
  await userEvent.type(field, "30");
  await userEvent.click(save);
  await waitFor(() => {
    expect(save).toHaveAttribute("aria-disabled", "true");
  });
  await userEvent.clear(field);
  await userEvent.click(save);
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { revision_minutes: 30 },
      { revision_minutes: null },
    ]);
  });
});
