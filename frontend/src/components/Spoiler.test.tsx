import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { Spoiler } from "./Spoiler";

test("a folded text is no landmark", () => {
  renderApp(
    <Spoiler maxHeight={40} showLabel="More" hideLabel="Less">
      Where the ferry stood
    </Spoiler>,
  );
  expect(screen.getByText("Where the ferry stood")).toBeVisible();
  expect(screen.queryByRole("region")).toBeNull();
});
