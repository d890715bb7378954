import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { useSought } from "./useSought";

const SPAN = { start_token: 3, end_token: 5 };

function openView() {
  const range = document.createRange();
  return { rangesOf: () => [range], reveal: vi.fn() };
}

test("a passage is brought into view at each request, and not on return to its page", () => {
  const view = openView();
  const first = { position: 0, span: SPAN };
  const { rerender } = renderHook(({ sought, current }) => useSought(sought, current, view), {
    initialProps: { sought: first, current: 0 },
  });
  expect(view.reveal).toHaveBeenCalledOnce();
  rerender({ sought: first, current: 1 });
  rerender({ sought: first, current: 0 });
  expect(view.reveal).toHaveBeenCalledOnce();
  rerender({ sought: { ...first }, current: 0 });
  expect(view.reveal).toHaveBeenCalledTimes(2);
});

test("a passage waits until its page is open", () => {
  const view = openView();
  const sought = { position: 1, span: SPAN };
  const { rerender } = renderHook(
    ({ opened }: { opened: typeof view | null }) => useSought(sought, 1, opened),
    { initialProps: { opened: null as typeof view | null } },
  );
  rerender({ opened: view });
  expect(view.reveal).toHaveBeenCalledOnce();
});
