import { Button } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentPropsWithRef, useState } from "react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { LateMenu, LateModal } from "./late";

function More(props: ComponentPropsWithRef<"button">) {
  return <Button {...props}>More</Button>;
}

function Opener() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <LateModal opened={opened} onClose={() => setOpened(false)} title="A dialog">
        Words
      </LateModal>
    </>
  );
}

test("a dialog whose code has still to come opens, and gives the focus back", async () => {
  renderApp(<Opener />);
  await userEvent.click(await screen.findByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog", { name: "A dialog" });
  expect(dialog).toHaveTextContent("Words");
  await waitFor(() => {
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  await waitFor(() => {
    expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
  });
});

test("a menu whose code comes with the first press says what it is, and gives the focus back", async () => {
  renderApp(<LateMenu target={More}>{(Menu) => <Menu.Item>Skip</Menu.Item>}</LateMenu>);
  const before = await screen.findByRole("button", { name: "More" });
  expect(before).toHaveAttribute("aria-haspopup", "menu");
  await userEvent.click(before);
  const choice = await screen.findByRole("menuitem", { name: "Skip" });
  expect(choice).toBeVisible();
  await waitFor(() => {
    expect(choice.closest("[role=menu]")).toContainElement(document.activeElement as HTMLElement);
  });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.getByRole("button", { name: "More" })).toHaveFocus();
  });
});
