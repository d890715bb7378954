import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { SavedViews } from "./SavedViews";

const PAGE = { path: "/projects/:slug/examples", at: "/projects/demo/examples" };
const VIEW = { id: 3, table: "examples", name: "Open", query: "ordering=priority&state=partial" };

test("a view is saved without its page, and is a link", async () => {
  const requests = fakeServer({
    "GET projects/demo/saved-views/": { json: page([VIEW]) },
    "POST projects/demo/saved-views/": { status: 201, json: VIEW },
    "DELETE projects/demo/saved-views/3/": { status: 204, json: null },
  });
  renderApp(<SavedViews slug="demo" table="examples" />, {
    ...PAGE,
    at: `${PAGE.at}?state=complete&page=4`,
  });
  await userEvent.click(screen.getByRole("button", { name: "Views" }));
  expect(await screen.findByRole("link", { name: "Open" })).toHaveAttribute(
    "href",
    "/projects/demo/examples?ordering=priority&state=partial",
  );
  await userEvent.type(screen.getByLabelText("Name of the view"), "Done{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Views" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete the view Open" }));
  await waitFor(() => {
    expect(
      requests.filter(({ method }) => method !== "GET").map(({ method, body }) => [method, body]),
    ).toEqual([
      ["POST", { table: "examples", name: "Done", query: "state=complete" }],
      ["DELETE", undefined],
    ]);
  });
});

test("the address of a saved view is not saved again", async () => {
  fakeServer({ "GET projects/demo/saved-views/": { json: page([VIEW]) } });
  renderApp(<SavedViews slug="demo" table="examples" />, {
    ...PAGE,
    at: `${PAGE.at}?state=partial&ordering=priority`,
  });
  await userEvent.click(await screen.findByRole("button", { name: "View: Open" }));
  expect(await screen.findByRole("link", { name: "Open", current: "page" })).toBeVisible();
  expect(screen.queryByLabelText("Name of the view")).toBeNull();
});

test("where nothing is filtered, the menu says how a view is saved", async () => {
  fakeServer({ "GET projects/demo/saved-views/": { json: page([]) } });
  renderApp(<SavedViews slug="demo" table="examples" apart={["annotator"]} />, {
    ...PAGE,
    at: `${PAGE.at}?annotator=13`,
  });
  await userEvent.click(screen.getByRole("button", { name: "Views" }));
  expect(await screen.findByText(/^Search, filter, order or choose columns/)).toBeVisible();
  expect(screen.queryByLabelText("Name of the view")).toBeNull();
});
