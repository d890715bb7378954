import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useFirstLook } from "./useFirstLook";

function Looker() {
  return <p>{useFirstLook() ? "counts" : "too soon"}</p>;
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("decisions count once what they are about was on screen for a moment", () => {
  render(<Looker />);
  expect(screen.getByText("too soon")).toBeVisible();
  act(() => {
    vi.advanceTimersToNextFrame();
  });
  pass(459);
  expect(screen.getByText("too soon")).toBeVisible();
  pass(1);
  expect(screen.getByText("counts")).toBeVisible();
});

test("time without a frame is none on screen", () => {
  vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  render(<Looker />);
  pass(5_000);
  expect(screen.getByText("too soon")).toBeVisible();
  vi.restoreAllMocks();
});
