import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import { PageView } from "@/anchoring/pageView";
import { documentOf } from "@/anchoring/testing";
import { UndoButtons } from "@/annotating/UndoButtons";
import type { Suggestion } from "@/api/suggestions";

import { Breadcrumbs } from "./Breadcrumbs";
import { SuggestionLine } from "./SuggestionLine";

const VIEW = new PageView(documentOf('<p data-c="0"><b data-t="1">Built</b></p>'), [
  { index: 0, tag: "P", start_token: 0, end_token: 3 },
]);
const SUGGESTION: Suggestion = {
  mode: "rank",
  boxes: [0],
  short_answers: [],
  yes_no_answer: "NONE",
};

/** Each button, and how it is made; the function counts its uses. */
const BUTTONS: readonly [string, (use: () => void) => ReactNode][] = [
  [
    "Undo",
    (use) => (
      <UndoButtons history={{ past: [1], future: [] }} onUndo={use} onRedo={() => undefined} />
    ),
  ],
  ["Paragraph", (use) => <Breadcrumbs view={VIEW} candidate={0} onPick={use} />],
  [
    "Go to a suggested box",
    (use) => <SuggestionLine view={VIEW} suggestion={SUGGESTION} onUse={use} />,
  ],
];

test.each(BUTTONS)("Enter after a click on %s is meant for the page", async (name, make) => {
  const uses: string[] = [];
  render(<MantineProvider env="test">{make(() => uses.push(name))}</MantineProvider>);
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: new RegExp(`^${name}`) });
  await user.click(button);
  await user.keyboard("{Enter}");
  expect(uses).toEqual([name]);
  // After Tab the focus stays, so that the button can be pressed once more.
  button.focus();
  await user.keyboard("{Enter}");
  expect(uses).toEqual([name, name]);
  expect(button).toHaveFocus();
});
