import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { examplesQuery } from "@/api/projects";
import { buildExample } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { PagedTable, leastWidth } from "./PagedTable";

const LIST = "GET projects/demo/examples/";

function Examples({
  page: shown = 1,
  onPageChange = () => undefined,
}: {
  page?: number;
  onPageChange?: (page: number) => void;
}) {
  const examples = useQuery(examplesQuery("demo", { page: shown }));
  return (
    <PagedTable
      label="Examples"
      query={examples}
      columns={[{ key: "question", header: "Question", render: ({ question }) => question }]}
      rowKey={({ id }) => id}
      page={shown}
      onPageChange={onPageChange}
      empty={<p>No examples yet</p>}
    />
  );
}

test("a table says that it is loading until the rows are there", async () => {
  fakeServer({ [LIST]: { json: page([buildExample()]) } });
  renderApp(<Examples />);
  expect(screen.getByRole("status")).toHaveAccessibleName("Loading");
  expect(await screen.findByRole("cell", { name: "how long is the volga" })).toBeVisible();
  expect(screen.queryByRole("status")).toBeNull();
  expect(screen.getByText("1–1 of 1")).toBeVisible();
});

test("an empty table shows what to do next", async () => {
  fakeServer({ [LIST]: { json: page([]) } });
  renderApp(<Examples />);
  expect(await screen.findByText("No examples yet")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a table that failed to load shows the server's sentence and loads on trying again", async () => {
  let isBroken = true;
  fakeServer({
    [LIST]: () =>
      isBroken
        ? { status: 503, json: { code: "busy", detail: "The server is busy.", fields: {} } }
        : { json: page([buildExample()]) },
  });
  renderApp(<Examples />);
  expect(await screen.findByText("The server is busy.")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("cell", { name: "how long is the volga" })).toBeVisible();
});

test("a table that may not be seen offers no second try", async () => {
  fakeServer({
    [LIST]: { status: 403, json: { code: "forbidden", detail: "Only leads.", fields: {} } },
  });
  renderApp(<Examples />);
  expect(await screen.findByText("Only leads.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a table with more rows than fit turns its pages", async () => {
  fakeServer({ [LIST]: { json: page([buildExample()], 60) } });
  const onPageChange = vi.fn();
  renderApp(<Examples onPageChange={onPageChange} />);
  expect(await screen.findByText("1–25 of 60")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(onPageChange).toHaveBeenCalledExactlyOnceWith(2);
});

test("a page that is gone leads to the one before, without a way back to it", async () => {
  fakeServer({
    [LIST]: { status: 404, json: { code: "not_found", detail: "Invalid page.", fields: {} } },
  });
  const onPageChange = vi.fn();
  renderApp(<Examples page={3} onPageChange={onPageChange} />);
  await waitFor(() => {
    expect(onPageChange).toHaveBeenCalledExactlyOnceWith(2, { replace: true });
  });
});

test("a column without a width has room beside those with one", () => {
  expect(leastWidth([{}, { width: 100 }])).toBe(640);
  expect(leastWidth([{}, { width: 220 }, { width: 390 }])).toBe(770);
  expect(leastWidth([{ width: "90%" }, { width: 700 }])).toBe(700);
  // 0.32 of 800 px for the first, 384 px, and 160 px for the one that gets the rest.
  expect(leastWidth([{ width: "32%" }, {}, { width: 384 }])).toBe(800);
});
