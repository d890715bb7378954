import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { ScoredExample } from "@/api/systemResults";
import { buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import SystemExamplesPage from "./SystemExamplesPage";

const PATH = "/projects/:slug/leaderboard/systems/:system/examples";
const EXAMPLES = "GET projects/demo/systems/1/examples/";

const EXAMPLE: ScoredExample = {
  example: 7,
  question: "who made the first atlas",
  long_result: "wrong",
  short_result: "missed",
  answer_type: "table",
};

function open(query: string) {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    [EXAMPLES]: { json: page([EXAMPLE]) },
  });
  renderApp(<SystemExamplesPage />, {
    path: PATH,
    at: `/projects/demo/leaderboard/systems/1/examples?${query}`,
  });
  return requests;
}

test("an example opens on its page, with the system's answer", async () => {
  const requests = open("split=dev&part=long&grouping=answer_type&group=table&result=wrong");
  expect(await screen.findByRole("link", { name: EXAMPLE.question })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7?system=1&split=dev",
  );
  expect(screen.getByRole("cell", { name: "A different answer from people’s" })).toBeVisible();
  expect(screen.getByText(/^By type of answer: Table\. Open one/)).toBeVisible();
  const asked = requests.find(({ query }) => "grouping" in query)?.query;
  expect(asked).toMatchObject({ split: "dev", grouping: "answer_type", result: "wrong" });
});

test("without a group all examples are listed, and a result can be chosen", async () => {
  const requests = open("split=dev");
  expect(await screen.findByText(/^All examples\. Open one/)).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Result of the long answer" }));
  await userEvent.click(await screen.findByRole("option", { name: "Right" }));
  await expect.poll(() => requests.at(-1)?.query.result).toBe("right");
});
