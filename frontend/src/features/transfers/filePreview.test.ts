import { expect, test } from "vitest";

import { previewFile } from "./filePreview";

const file = (text: string, name = "questions.csv") => new File([text], name);

test("a table that names pages is one of questions with pages", async () => {
  const text = 'Question,Title\r\n"what is it, and ""why""",Plumb bob\r\nwhen,Level\r\n';
  expect(await previewFile(file(text))).toEqual({
    format: "pages",
    questions: ['what is it, and "why"', "when"],
    namesPages: true,
  });
});

test("an empty cell keeps its place in a row", async () => {
  const text = "id,question,title\n,what is it,Plumb bob\n";
  expect(await previewFile(file(text))).toMatchObject({ questions: ["what is it"] });
});

test.each([
  ["query,count\nwhat is a plumb bob,3\n", "log.csv"],
  ["what is a plumb bob\nwho made it\n", "questions.txt"],
])("questions without pages are a query log", async (text, name) => {
  expect(await previewFile(file(text, name))).toMatchObject({ format: "queries" });
});

test.each(["", "{broken", "<html>"])("%j is no format", async (text) => {
  expect(await previewFile(file(text))).toMatchObject({ format: null });
});
