import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { toApiError } from "@/api/errors";
import { renderApp } from "@/test/render";

import { notifyDone, notifyError } from "./notify";

const AN_HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  renderApp(<p>A page</p>);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function show(message: string, options?: { stays: boolean }): void {
  act(() => {
    notifyDone(message, options);
  });
}

test("a toast stays while nobody does anything, and goes after somebody has gone on", () => {
  show("The settings are saved.");
  pass(AN_HOUR);
  expect(screen.getByText("The settings are saved.")).toBeVisible();
  fireEvent.keyDown(document.body, { key: "1" });
  pass(7_000);
  expect(screen.getByText("The settings are saved.")).toBeVisible();
  pass(2_000);
  pass(1_000);
  expect(screen.queryByText("The settings are saved.")).toBeNull();
});

test("what was done before a toast came does not count", () => {
  fireEvent.pointerDown(document.body);
  show("Submitted.");
  pass(AN_HOUR);
  expect(screen.getByText("Submitted.")).toBeVisible();
});

test("a toast stays while the window is hidden", () => {
  show("Submitted.");
  fireEvent.pointerDown(document.body);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  fireEvent(document, new Event("visibilitychange"));
  pass(AN_HOUR);
  expect(screen.getByText("Submitted.")).toBeVisible();
});

test("a toast that stays is gone when it is closed", () => {
  show("Your account has been erased.", { stays: true });
  fireEvent.pointerDown(document.body);
  pass(AN_HOUR);
  expect(screen.getByText("Your account has been erased.")).toBeVisible();
  fireEvent.click(screen.getByRole("button"));
  pass(1_000);
  expect(screen.queryByText("Your account has been erased.")).toBeNull();
});

test("each error is told, and the same one once", () => {
  const refused = (sentence: string) => {
    act(() => {
      notifyError(toApiError(400, { code: "invalid", detail: sentence }));
    });
  };
  refused("A project needs a lead.");
  refused("An inactive member has no role.");
  refused("An inactive member has no role.");
  expect(screen.getByText("A project needs a lead.")).toBeVisible();
  expect(screen.getByText("An inactive member has no role.")).toBeVisible();
});
