import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { ConflictDialog } from "./ConflictDialog";
import type { Drafted, SaveState } from "./draftKeeper";

interface Noted extends Drafted {
  readonly draft: { readonly note: string } | null;
}

const THEIRS: Noted = { id: 1, version: 2, draft: { note: "theirs" } };
const CONFLICT: SaveState<Noted> = { kind: "conflict", mine: { note: "mine" }, theirs: THEIRS };

test("neither version has the focus, Enter chooses none, and each button says what is lost", async () => {
  const chosen: string[] = [];
  renderApp(
    <ConflictDialog
      state={CONFLICT}
      describe={(draft) => <p>{draft?.note}</p>}
      onResolve={(choice) => chosen.push(choice)}
    />,
  );
  const mine = await screen.findByRole("button", { name: "Keep this tab’s version" });
  const saved = screen.getByRole("button", { name: "Use the saved version" });
  expect(mine).toHaveAccessibleDescription("The version saved elsewhere is lost.");
  expect(saved).toHaveAccessibleDescription("What you changed in this tab is lost.");
  await waitFor(() => {
    expect(screen.getByText(/Another tab or device/)).toHaveFocus();
  });
  await userEvent.keyboard("{Enter} {Escape}");
  expect(chosen).toEqual([]);
  await userEvent.click(saved);
  expect(chosen).toEqual(["theirs"]);
});
