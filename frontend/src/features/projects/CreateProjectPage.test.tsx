import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import CreateProjectPage from "./CreateProjectPage";

const PAGE = { path: "/projects/new", at: "/projects/new" };

test("the short name follows the title until it is typed itself", async () => {
  fakeServer({});
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "My Rivers");
  expect(screen.getByLabelText("Short name")).toHaveValue("my-rivers");
  await userEvent.type(screen.getByLabelText("Short name"), "-2");
  await userEvent.type(screen.getByLabelText("Title"), " again");
  expect(screen.getByLabelText("Short name")).toHaveValue("my-rivers-2");
});

test("creating a project opens it", async () => {
  const requests = fakeServer({
    "POST projects/": { status: 201, json: buildProject({ slug: "rivers" }) },
  });
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "Rivers");
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent("/projects/rivers");
  });
  expect(requests.map(({ body }) => body)).toEqual([
    {
      slug: "rivers",
      kind: "nq",
      title: "Rivers",
      overlap: 5,
      lease_minutes: 60,
      minutes_per_question: null,
      recommended_per_day: null,
      requires_training: false,
      regime: "full",
      guidelines: "",
    },
  ]);
});

test("a project for ASQA starts with an hour a question and ten a day", async () => {
  const requests = fakeServer({
    "POST projects/": { status: 201, json: buildProject({ slug: "rivers", kind: "asqa" }) },
  });
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "Rivers");
  expect(screen.queryByRole("radio", { name: "The question alone" })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "ASQA" }));
  expect(screen.getByLabelText("Minutes per question")).toHaveValue("60");
  await userEvent.clear(screen.getByLabelText("Questions a day"));
  await userEvent.click(screen.getByRole("radio", { name: "The question alone" }));
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  await waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  expect(requests[0]?.body).toMatchObject({
    kind: "asqa",
    overlap: 1,
    minutes_per_question: 60,
    recommended_per_day: null,
    requires_training: false,
    regime: "no_context",
  });
});

test("going back to Natural Questions forgets what is usual for ASQA", async () => {
  fakeServer({});
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.click(screen.getByRole("radio", { name: "ASQA" }));
  await userEvent.click(screen.getByRole("radio", { name: "Natural Questions" }));
  expect(screen.getByLabelText("Minutes per question")).toHaveValue("");
  expect(screen.getByLabelText("Annotations per example")).toHaveValue("5");
});

test("what was typed stays when the kind changes, except what ASQA alone asks", async () => {
  const requests = fakeServer({
    "POST projects/": { status: 201, json: buildProject({ slug: "rivers" }) },
  });
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "Rivers");
  await userEvent.type(screen.getByLabelText("Minutes per question"), "15");
  await userEvent.click(screen.getByRole("radio", { name: "ASQA" }));
  expect(screen.getByLabelText("Minutes per question")).toHaveValue("15");
  expect(screen.getByLabelText("Questions a day")).toHaveValue("10");
  await userEvent.click(screen.getByRole("radio", { name: "The question alone" }));
  await userEvent.click(screen.getByRole("radio", { name: "Natural Questions" }));
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  await waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  expect(requests[0]?.body).toMatchObject({
    kind: "nq",
    overlap: 5,
    minutes_per_question: 15,
    recommended_per_day: null,
    requires_training: false,
    regime: "full",
  });
});

test("a name that is taken is said at its field", async () => {
  fakeServer({
    "POST projects/": {
      status: 409,
      json: { code: "slug_taken", detail: "It exists.", fields: { slug: "Choose another name." } },
    },
  });
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "Rivers");
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("It exists.");
  expect(screen.getByLabelText("Short name")).toHaveAccessibleDescription(
    expect.stringContaining("Choose another name."),
  );
});

test("a short name with a space is refused before anything is sent", async () => {
  const requests = fakeServer({});
  renderApp(<CreateProjectPage />, PAGE);
  await userEvent.type(screen.getByLabelText("Title"), "Rivers");
  await userEvent.type(screen.getByLabelText("Short name"), " x");
  await userEvent.click(screen.getByRole("button", { name: "Create project" }));
  expect(screen.getByText("Use letters, digits, - and _ only.")).toBeVisible();
  expect(requests).toEqual([]);
});
