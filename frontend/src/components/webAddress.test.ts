import { expect, test } from "vitest";

import { isWebAddress } from "./webAddress";

test.each(["https://en.wikipedia.org/wiki/Hop", "http://a.example", "HTTPS://A.example"])(
  "%s is linked",
  (address) => {
    expect(isWebAddress(address)).toBe(true);
  },
);

test.each([
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  " https://a.example",
  "https:javascript",
  "data:text/html,x",
  "//a.example",
  "/wiki/Hop",
  "",
  null,
  undefined,
])("%s is not", (address) => {
  expect(isWebAddress(address)).toBe(false);
});
