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
      guidelines: "",
    },
  ]);
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
