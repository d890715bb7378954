import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";

import { FreshQueryClient } from "./freshQueryClient";

const MEMBERS = ["project", "orle", "members"];

/** A server whose requests are answered when a test says so, and a page that shows the answers. */
function openPage(client: QueryClient) {
  const answers: ((names: string[]) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: MEMBERS,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    staleTime: 5_000,
  });
  const leave = observer.subscribe(() => undefined);
  return {
    leave,
    requests: () => answers.length,
    shown: () => observer.getCurrentResult().data,
    async answer(number: number, names: string[]) {
      answers[number]?.(names);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test("what was asked first before a change is asked again after it", async () => {
  const client = new FreshQueryClient();
  const page = openPage(client);
  const changed = client.invalidateQueries({ queryKey: ["project", "orle"] });
  expect(page.requests()).toBe(2);
  await page.answer(0, ["lena"]);
  expect(page.shown()).toBeUndefined();
  await page.answer(1, ["lena", "ada"]);
  await changed;
  expect(page.shown()).toEqual(["lena", "ada"]);
  page.leave();
});

test("an answer from before a change does not take the place of the answer to the change", async () => {
  const client = new FreshQueryClient();
  const page = openPage(client);
  await page.answer(0, ["lena"]);
  void client.refetchQueries({ queryKey: MEMBERS });
  client.setQueryData(MEMBERS, ["lena", "ada"]);
  await page.answer(1, ["lena"]);
  expect(page.shown()).toEqual(["lena", "ada"]);
  expect(page.requests()).toBe(3);
  await page.answer(2, ["lena", "ada", "ben"]);
  expect(page.shown()).toEqual(["lena", "ada", "ben"]);
  page.leave();
});

test("a request that nobody's page waits for any more is left alone", async () => {
  const client = new FreshQueryClient();
  const page = openPage(client);
  page.leave();
  await client.invalidateQueries({ queryKey: MEMBERS });
  expect(page.requests()).toBe(1);
  await page.answer(0, ["lena"]);
  expect(client.getQueryData(MEMBERS)).toEqual(["lena"]);
});

test("what is set while nothing is asked asks nothing", async () => {
  const client = new FreshQueryClient();
  const page = openPage(client);
  await page.answer(0, ["lena"]);
  client.setQueryData(MEMBERS, ["lena", "ada"]);
  expect(page.requests()).toBe(1);
  expect(page.shown()).toEqual(["lena", "ada"]);
  page.leave();
});

test("the library's own client would show the old answer", async () => {
  const client = new QueryClient();
  const page = openPage(client);
  const changed = client.invalidateQueries({ queryKey: MEMBERS });
  expect(page.requests()).toBe(1);
  await page.answer(0, ["lena"]);
  await changed;
  expect(page.shown()).toEqual(["lena"]);
  page.leave();
});
