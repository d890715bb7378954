import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { describeAnswer } from "@/kinds/kinds";
import { buildAnnotation, buildExample, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import AnnotationsPage from "./AnnotationsPage";
import ExamplesPage from "./ExamplesPage";

const LONG = {
  candidate_index: 4,
  tag: "Tr",
  start_token: 1,
  end_token: 9,
  start_byte: 10,
  end_byte: 90,
  text: "Length 3,531 km",
};
const SHORT = { start_token: 2, end_token: 4, start_byte: 20, end_byte: 30, text: "3,531 km" };

test("describeAnswer says each kind of answer in words", () => {
  expect(
    [
      buildAnnotation({ question_quality: "bad" }),
      buildAnnotation(),
      buildAnnotation({ long_answer: LONG }),
      buildAnnotation({ long_answer: LONG, short_answers: [SHORT, { ...SHORT, text: "a river" }] }),
      buildAnnotation({ long_answer: { ...LONG, tag: "P" }, yes_no_answer: "YES" }),
      buildAnnotation({ long_answer: { ...LONG, tag: "Ul" }, yes_no_answer: "NO" }),
    ].map((annotation) => {
      const { long, short } = describeAnswer(annotation);
      return [long, short];
    }),
  ).toEqual([
    ["Bad question", ""],
    ["No answer", ""],
    ["Row", ""],
    ["Row", "3,531 km; a river"],
    ["Paragraph", "Yes"],
    ["List", "No"],
  ]);
});

const EXAMPLES = { path: "/projects/:slug/examples", at: "/projects/demo/examples" };

test("an example opens from its question", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": { json: page([buildExample()]) },
  });
  renderApp(<ExamplesPage />, EXAMPLES);
  expect(await screen.findByRole("link", { name: "how long is the volga" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7",
  );
  expect(screen.getByText("1 of 3")).toBeVisible();
});

test("a project without examples leads to the import", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": { json: page([]) },
  });
  renderApp(<ExamplesPage />, EXAMPLES);
  expect(await screen.findByText("No examples yet")).toBeVisible();
});

test("an order leaves nothing out, so an empty list in another order is not filtered", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": { json: page([]) },
  });
  renderApp(<ExamplesPage />, { ...EXAMPLES, at: "/projects/demo/examples?ordering=question" });
  expect(await screen.findByText("No examples yet")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
});

test("a search goes to the server and into the address, from the first page", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": { json: page([]) },
  });
  renderApp(<ExamplesPage />, { ...EXAMPLES, at: "/projects/demo/examples?page=3&state=partial" });
  await userEvent.type(await screen.findByLabelText("Search questions and pages"), "volga");
  await waitFor(() => {
    expect(screen.getByTestId("address")).toHaveTextContent(
      "/projects/demo/examples?state=partial&search=volga",
    );
  });
  expect(await screen.findByText("No matching examples")).toBeVisible();
  expect(
    requests.filter(({ path }) => path.endsWith("examples/")).map(({ query }) => query),
  ).toEqual([
    { answers: "true", page: "3", page_size: "25", state: "partial" },
    { answers: "true", page: "1", page_size: "25", search: "volga", state: "partial" },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getByLabelText("Search questions and pages")).toHaveValue("");
});

test("the field of a search without matches has the focus once all is shown again", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": ({ query }) => ({
      json: page(query.search ? [] : [buildExample()]),
    }),
  });
  renderApp(<ExamplesPage />, EXAMPLES);
  await screen.findByRole("link", { name: "how long is the volga" });
  await userEvent.type(screen.getByLabelText("Search questions and pages"), "zzz");
  await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(await screen.findByRole("link", { name: "how long is the volga" })).toBeVisible();
  expect(screen.getByLabelText("Search questions and pages")).toHaveFocus();
});

test("an annotation opens on its example", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/annotators/": { json: page([]) },
    "GET projects/demo/annotations/": {
      json: page([buildAnnotation({ long_answer: LONG, short_answers: [SHORT], is_late: true })]),
    },
  });
  renderApp(<AnnotationsPage />, {
    path: "/projects/:slug/annotations",
    at: "/projects/demo/annotations",
  });
  expect(await screen.findByRole("link", { name: "how long is the volga" })).toHaveAttribute(
    "href",
    "/projects/demo/examples/7?annotation=11",
  );
  expect(screen.getByText("3,531 km")).toBeVisible();
  expect(screen.getByText("late ›")).toBeVisible();
});

test("the annotations are said to be newest first only where they are", async () => {
  fakeServer({
    "GET projects/demo/": { json: buildProject({ kind: "asqa" }) },
    "GET projects/demo/annotators/": { json: page([]) },
    "GET projects/demo/annotations/": { json: page([]) },
  });
  const path = "/projects/:slug/annotations";
  const { unmount } = renderApp(<AnnotationsPage />, { path, at: "/projects/demo/annotations" });
  expect(await screen.findByText(/^All submitted annotations, newest first\./)).toBeVisible();
  unmount();
  renderApp(<AnnotationsPage />, { path, at: "/projects/demo/annotations?ordering=-word_count" });
  expect(await screen.findByText(/^All submitted annotations\. Each opens/)).toBeVisible();
});

test("chosen examples are taken out with a reason, and put back from the toast", async () => {
  const user = userEvent.setup();
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": {
      json: page([buildExample(), buildExample({ id: 8, question: "how deep is it" })]),
    },
    "POST projects/demo/examples/take-out/": { json: { changed: 2 } },
    "POST projects/demo/examples/put-back/": { json: { changed: 2 } },
  });
  renderApp(<ExamplesPage />, EXAMPLES);
  await user.click(await screen.findByRole("checkbox", { name: "Choose all on this page" }));
  expect(screen.getByText("2 examples chosen")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Take out" }));
  const dialog = await screen.findByRole("dialog", { name: "Take out 2 examples?" });
  await user.type(within(dialog).getByRole("textbox", { name: "Why" }), "Wrong pages.");
  await user.click(within(dialog).getByRole("button", { name: "Take out" }));
  await user.click(await screen.findByRole("button", { name: "Undo taking out" }));
  const sent = () =>
    requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
  await waitFor(() => {
    expect(sent()).toEqual([
      ["projects/demo/examples/take-out/", { examples: [7, 8], reason: "Wrong pages." }],
      ["projects/demo/examples/put-back/", { examples: [7, 8] }],
    ]);
  });
});

test("an example shows the most frequent answer, its share and how the answers divide", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": {
      json: page([
        buildExample({
          answers: { annotation: buildAnnotation({ long_answer: LONG }), sizes: [3, 1, 1] },
        }),
      ]),
    },
  });
  renderApp(<ExamplesPage />, { ...EXAMPLES, at: `${EXAMPLES.at}?state=complete` });
  const row = within(await screen.findByRole("table", { name: "Examples" })).getAllByRole("row")[1];
  expect(row).toHaveTextContent("Row60%3 · 1 · 1");
  await userEvent.click(screen.getByRole("button", { name: "Priority" }));
  expect(await screen.findByRole("columnheader", { name: "Priority" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await waitFor(() => {
    expect(requests.at(-1)?.query).toMatchObject({ ordering: "priority", answers: "true" });
  });
  await userEvent.click(screen.getByRole("button", { name: /Columns: 5 of 6/ }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Agreement" }));
  expect(screen.queryByRole("columnheader", { name: "Agreement" })).toBeNull();
  expect(screen.getByRole("link", { name: "CSV" })).toHaveAttribute(
    "href",
    "/api/v1/projects/demo/examples.csv?state=complete&ordering=priority&columns=question%2Cpage%2Csplit%2Canswer%2Cpriority%2Cannotations%2Cannotations_required",
  );
});

test("answers that are equally frequent are tied, and one that most gave is shown", async () => {
  const annotation = buildAnnotation({ long_answer: LONG });
  fakeServer({
    "GET projects/demo/": { json: buildProject() },
    "GET projects/demo/examples/": {
      json: page([
        buildExample({ id: 1, question: "even", answers: { sizes: [2, 2], annotation } }),
        buildExample({ id: 2, question: "clear", answers: { sizes: [2, 1], annotation } }),
      ]),
    },
  });
  renderApp(<ExamplesPage />, EXAMPLES);
  const tied = await screen.findByRole("row", { name: /even/u });
  expect(within(tied).getByText("Tied")).toBeVisible();
  expect(within(tied).getByText("50%")).toBeVisible();
  const clear = screen.getByRole("row", { name: /clear/u });
  expect(within(clear).getByText("Row")).toBeVisible();
  expect(within(clear).getByText("67%")).toBeVisible();
  expect(within(clear).queryByText("Tied")).toBeNull();
});
