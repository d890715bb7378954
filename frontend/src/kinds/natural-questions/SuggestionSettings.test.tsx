import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";
import { withSaveBar } from "@/test/savedTogether";
import { fakeServer } from "@/test/server";

import { SuggestionSettings } from "./SuggestionSettings";

test.each([
  [1, "1 example can get a suggestion: only examples with one annotation do."],
  [1200, "1,200 examples can get a suggestion: only examples with one annotation do."],
])("how many examples can get a suggestion is said in words: %s", async (examples, sentence) => {
  fakeServer({
    "GET projects/demo/suggestions/": {
      json: {
        mode: "off",
        system_name: null,
        systems: [],
        share: null,
        boxes: null,
        seed: null,
        job: null,
        is_ready: false,
        examples,
      },
    },
  });
  renderApp(withSaveBar(<SuggestionSettings slug="demo" />));
  expect(await screen.findByText(sentence)).toBeVisible();
});
