import { act } from "@testing-library/react";
import { createRef, type ReactNode, useEffect, useEffectEvent } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import type { PageView } from "@/anchoring/pageView";
import type { VisitedPage } from "@/api/longFormTypes";
import { renderApp } from "@/test/render";

import { Reader, type ReaderControl } from "./Reader";

const reveal = vi.fn();

// jsdom lays nothing out, so the pages are views that only say where they were scrolled to.
vi.mock("./ReaderPage", () => ({
  ReaderPage: (props: { title: string; onOpen: (view: PageView) => void }): ReactNode => {
    const { title } = props;
    const open = useEffectEvent(() => {
      const rangesOf = () => [title];
      const highlighter = { clear: () => undefined };
      props.onOpen({ rangesOf, reveal, highlighter } as unknown as PageView);
    });
    useEffect(() => {
      open();
    }, []);
    return null;
  },
}));

beforeEach(() => {
  reveal.mockReset();
});

function buildPage(number: number): VisitedPage {
  const id = number + 10;
  return {
    number,
    id,
    title: `Page ${number}`,
    url: null,
    html_url: `/pages/${id}/`,
    sha256: "ab".repeat(32),
  };
}

/** How to reach the reader as it is now. */
function openReader(): () => ReaderControl {
  const control = createRef<ReaderControl>();
  renderApp(
    <Reader
      ref={control}
      pages={[buildPage(0), buildPage(1)]}
      knowledge={[]}
      large={false}
      onLarge={() => undefined}
      onOpen={() => undefined}
      onAdd={() => undefined}
      onKey={() => undefined}
      onInput={() => undefined}
      announce={() => undefined}
    />,
  );
  return () => {
    if (control.current === null) throw new Error("The reader has not opened.");
    return control.current;
  };
}

test("a page to which one returns stays where it was left", () => {
  const reader = openReader();
  act(() => reader().show(10, { start_token: 3, end_token: 5 }));
  expect(reveal).toHaveBeenCalledExactlyOnceWith("Page 0");
  act(() => void reader().handleKey(new KeyboardEvent("keydown", { key: "]" })));
  act(() => void reader().handleKey(new KeyboardEvent("keydown", { key: "[" })));
  expect(reveal).toHaveBeenCalledOnce();
  act(() => reader().show(10, { start_token: 3, end_token: 5 }));
  expect(reveal).toHaveBeenCalledTimes(2);
});

test("a passage of another page is scrolled to once that page is open", () => {
  const reader = openReader();
  act(() => reader().show(11, { start_token: 3, end_token: 5 }));
  expect(reveal).toHaveBeenCalledExactlyOnceWith("Page 1");
});
