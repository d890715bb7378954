import { Button, Drawer, MantineProvider, Modal, Select } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { SyntheticEvent } from "react";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";

import { theme } from "./theme";

test("what scrolls of a select is the list that its field controls, which keys move", async () => {
  renderApp(<Select label="What" data={["Parked", "Skipped"]} />);
  const field = screen.getByRole("combobox", { name: "What" });
  await userEvent.click(field);
  const list = await screen.findByRole("listbox");
  expect(field).toHaveAttribute("aria-controls", list.id);
  expect(Array.from(list.children, (child) => child.role)).toEqual(["option", "option"]);
});

/** WCAG 2.1's relative luminance of a colour such as `#9d9890`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? NaN) + 0.7152 * (green ?? NaN) + 0.0722 * (blue ?? NaN);
}

/** WCAG 2.1's contrast ratio of two colours, from 1 to 21. */
function contrast(one: string | undefined, other: string | undefined): number {
  const [darker = NaN, lighter = NaN] = [one, other]
    .map((colour) => luminance(colour ?? ""))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test("dimmed text and warnings can be read on cards, and on rows under the mouse", () => {
  const { gray, dark, amber } = theme.colors ?? {};
  const pairs = [
    // What the library takes for `c="dimmed"` and `c="amber"` in the light scheme, then in the dark.
    ...["#ffffff", gray?.[1]].flatMap((on) => [
      [gray?.[6], on],
      [amber?.[7], on],
    ]),
    ...[dark?.[7], dark?.[6], dark?.[5]].flatMap((on) => [
      [dark?.[2], on],
      [amber?.[4], on],
    ]),
  ] as const;
  const faint = pairs.filter(([text, on]) => !(contrast(text, on) >= 4.5));
  expect(faint).toEqual([]);
});

test("a button keeps the focus while its request is under way, and isn't pressed again", async () => {
  const onSubmit = vi.fn((event: SyntheticEvent) => {
    event.preventDefault();
  });
  const formWith = (loading: boolean) => (
    <MantineProvider theme={theme} env="test">
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" loading={loading}>
          Save
        </Button>
      </form>
    </MantineProvider>
  );
  const { rerender } = render(formWith(false));
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  rerender(formWith(true));
  // Browsers take the focus from what is disabled; this one doesn't.
  expect(save).toBeEnabled();
  expect(save).toHaveFocus();
  expect(save).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
  // Without the focus it is an ordinary disabled button, and Enter in a field does nothing either.
  await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
  expect(save).toBeDisabled();
  expect(onSubmit).toHaveBeenCalledTimes(1);
  rerender(formWith(false));
  await userEvent.click(save);
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test("a button that leads elsewhere stays a link", () => {
  renderApp(
    <Button component="a" href="/guide">
      Guide
    </Button>,
  );
  expect(screen.getByRole("link", { name: "Guide" })).toHaveAttribute("href", "/guide");
});

test.each([Modal, Drawer])("a dialog’s head is no banner beside the page’s", async (Dialog) => {
  renderApp(<Dialog opened onClose={() => undefined} title="Keys" />);
  const dialog = await screen.findByRole("dialog", { name: "Keys" });
  expect(dialog.querySelector("header")).toHaveAttribute("role", "presentation");
});
