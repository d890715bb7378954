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
  const field = await screen.findByLabelText("Title");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.type(field, " of Europe");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The settings are saved.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
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
  renderApp(<SettingsPage />, { ...PAGE, at: `${PAGE.at}?tab=work` });
  const field = await screen.findByLabelText("Minutes after the submission");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.type(field, "30");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { revision_minutes: 30 },
      { revision_minutes: null },
    ]);
  });
});

test("one bar counts what changed on all tabs, saves it, and leads to what was refused", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ title: "Rivers" }) },
    "PATCH projects/demo/": ({ body }) =>
      JSON.stringify(body).includes("minutes_per_question")
        ? {
            status: 400,
            json: {
              code: "invalid",
              detail: "No.",
              fields: { minutes_per_question: "That is too long." },
            },
          }
        : { json: buildProject({ title: "Rivers!" }) },
  });
  renderApp(<SettingsPage />, PAGE);
  await userEvent.type(await screen.findByLabelText("Title"), "!");
  await userEvent.click(screen.getByRole("tab", { name: "Work" }));
  expect(screen.getByTestId("address")).toHaveTextContent("/projects/demo/settings?tab=work");
  await userEvent.type(screen.getByLabelText("Minutes per question"), "9");
  await userEvent.type(screen.getByLabelText("Questions a day"), "5");
  const bar = screen.getByRole("region", { name: "Unsaved changes" });
  expect(bar).toHaveTextContent("3 unsaved changes: General, Work");
  await userEvent.click(screen.getByRole("tab", { name: "Splits" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("That is too long.")).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByLabelText("Minutes per question")).toHaveFocus();
  });
  expect(screen.getByText("That is too long.")).toBeVisible();
  expect(screen.getByRole("tab", { name: "Work" })).toHaveAttribute("aria-selected", "true");
  expect(bar).toHaveTextContent("2 unsaved changes: Work");
  expect(requests.filter(({ method }) => method === "PATCH")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  expect(screen.queryByText("That is too long.")).toBeNull();
});
