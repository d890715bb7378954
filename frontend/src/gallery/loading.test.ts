import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { pathOfExample, textOf } from "./loading";

test("an example's folder is its id modulo 256, as Python computes it", () => {
  expect(pathOfExample("7000992761576990182")).toBe("data/examples/e6/7000992761576990182.json.gz");
  expect(pathOfExample("-1")).toBe("data/examples/ff/-1.json.gz");
});

test("a packed file is read whether or not the server has unpacked it", async () => {
  const text = '["é"]';
  expect(await textOf(new Uint8Array(gzipSync(text)))).toBe(text);
  expect(await textOf(new TextEncoder().encode(text))).toBe(text);
});
