import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { useKeptKeys } from "./useKeptKeys";

test("keys wait for what they are meant for, and come in order", () => {
  vi.useFakeTimers();
  const applied: string[] = [];
  const { result, rerender } = renderHook(
    ({ isReady }) =>
      useKeptKeys({ isReady, isMeant: true }, (event) => {
        applied.push(event.key);
      }),
    { initialProps: { isReady: false } },
  );
  for (const key of ["ArrowDown", "Enter", "y"]) {
    act(() => {
      result.current.keep(new KeyboardEvent("keydown", { key }));
    });
  }
  act(() => {
    vi.runAllTimers();
  });
  expect([applied, result.current.areWaiting]).toEqual([[], true]);
  rerender({ isReady: true });
  for (let turn = 0; turn < 4; turn++) {
    act(() => {
      vi.runAllTimers();
    });
  }
  expect([applied, result.current.areWaiting]).toEqual([["ArrowDown", "Enter", "y"], false]);
  vi.useRealTimers();
});

test("what was typed for something is dropped when one goes back before it", () => {
  vi.useFakeTimers();
  const applied: string[] = [];
  const { result, rerender } = renderHook(
    (waiting) =>
      useKeptKeys(waiting, (event) => {
        applied.push(event.key);
      }),
    { initialProps: { isReady: false, isMeant: true } },
  );
  act(() => {
    result.current.keep(new KeyboardEvent("keydown", { key: "n" }));
  });
  rerender({ isReady: false, isMeant: false });
  rerender({ isReady: true, isMeant: true });
  act(() => {
    vi.runAllTimers();
  });
  expect([applied, result.current.areWaiting]).toEqual([[], false]);
  vi.useRealTimers();
});

test("what is typed behind the key of the search is its text, and no command", () => {
  vi.useFakeTimers();
  const applied: [string, string][] = [];
  const { result, rerender } = renderHook(
    ({ isReady }) =>
      useKeptKeys({ isReady, isMeant: true }, (event, text) => {
        applied.push([event.key, text]);
      }),
    { initialProps: { isReady: false } },
  );
  const keep = (key: string) => {
    act(() => {
      result.current.keep(new KeyboardEvent("keydown", { key }));
    });
    return result.current.openSearch;
  };
  expect(["ArrowDown", "/", "n", "1", "Enter", " ", "k"].map(keep)).toEqual([
    false,
    ...Array.from({ length: 6 }, () => true),
  ]);
  rerender({ isReady: true });
  for (let turn = 0; turn < 3; turn++) {
    act(() => {
      vi.runAllTimers();
    });
  }
  expect(applied).toEqual([
    ["ArrowDown", ""],
    ["/", "n1 k"],
  ]);
  expect([result.current.areWaiting, result.current.openSearch]).toEqual([false, false]);
  vi.useRealTimers();
});
