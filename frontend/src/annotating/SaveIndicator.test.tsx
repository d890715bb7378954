import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { SaveState } from "./draftKeeper";
import { SaveIndicator } from "./SaveIndicator";

test("only trouble is announced, and that all is saved again after it", () => {
  const kinds = [
    "saved",
    "saving",
    "saved",
    "offline",
    "saving",
    "saved",
    "saving",
    "saved",
  ] as const;
  const indicator = (state: SaveState) => (
    <MantineProvider>
      <SaveIndicator state={state} />
    </MantineProvider>
  );
  const { rerender } = render(indicator({ kind: "saved" }));
  const announced = kinds.map((kind) => {
    rerender(indicator({ kind, isKept: true }));
    const status = screen.getByRole("status");
    return status.getAttribute("aria-live") === "polite" ? status.textContent : "";
  });
  expect(announced).toEqual([
    "",
    "",
    "",
    "Offline – kept in this browser",
    "Saving…",
    "Saved",
    "",
    "",
  ]);
});

test("where the browser keeps nothing, it says so", () => {
  render(
    <MantineProvider>
      <SaveIndicator state={{ kind: "offline", isKept: false }} />
    </MantineProvider>,
  );
  expect(screen.getByText("Offline – not saved, so leave this page open")).toBeVisible();
});
