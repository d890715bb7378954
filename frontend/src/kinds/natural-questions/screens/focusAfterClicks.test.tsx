import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { expect, test } from "vitest";

import { PageView } from "@/anchoring/pageView";
import { documentOf } from "@/anchoring/testing";
import { Folded } from "@/annotating/Folded";
import { KeysDialog } from "@/annotating/KeysDialog";
import { TimeUsed } from "@/annotating/TimeUsed";
import { UndoButtons } from "@/annotating/UndoButtons";
import type { Suggestion } from "@/api/suggestions";
import { NO_LIMIT } from "@/test/noLimit";

import { Breadcrumbs } from "./Breadcrumbs";
import { RailFooter } from "./RailFooter";
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

const FOOTER = {
  slug: "demo",
  stage: "long_answer",
  findsWords: false,
  doneToday: null,
  onHelp: () => undefined,
  onGuidelines: () => undefined,
} as const;

/** Each button, and how it is made; the function counts its uses. */
const BUTTONS: readonly [string, (use: () => void) => ReactNode][] = [
  [
    "Undo",
    (use) => (
      <UndoButtons history={{ past: [1], future: [] }} onUndo={use} onRedo={() => undefined} />
    ),
  ],
  ["Paragraph", (use) => <Breadcrumbs view={VIEW} candidate={0} chosen={0} onPick={use} />],
  [
    "Go to a suggested box",
    (use) => <SuggestionLine view={VIEW} suggestion={SUGGESTION} onUse={use} />,
  ],
  [
    "0 of 60 min",
    (use) => (
      <TimeUsed
        time={{ ...NO_LIMIT, limit_seconds: 3600 }}
        now={Date.now()}
        hidden={false}
        onToggle={use}
      />
    ),
  ],
  [
    "Show all",
    // Without a layout everything is 0 pixels high.
    (use) => (
      <Folded maxHeight={-1} onExpandedChange={use}>
        Who built it
      </Folded>
    ),
  ],
  ["Examples", (use) => <RailFooter {...FOOTER} onGuidelines={use} />],
  ["Keys", (use) => <RailFooter {...FOOTER} onHelp={use} />],
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

function FooterWithKeys() {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <RailFooter {...FOOTER} onHelp={() => setOpened(true)} />
      <KeysDialog groups={[]} opened={opened} onClose={() => setOpened(false)} />
    </MantineProvider>
  );
}

test("closing the keys gives the focus back to their button after Tab, and not after a click", async () => {
  render(<FooterWithKeys />);
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: /^Keys/ });
  const close = async () => {
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // A dialog gives the focus back after 10 ms.
    await new Promise((resolve) => setTimeout(resolve, 30));
  };
  await user.click(button);
  await close();
  expect(document.body).toHaveFocus();
  button.focus();
  await user.keyboard("{Enter}");
  await close();
  expect(button).toHaveFocus();
});
