import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";

import { CopyButton } from "./CopyButton";

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
  vi.restoreAllMocks();
});

test("without TLS, the button keeps the focus and says that it copied", async () => {
  vi.stubGlobal("isSecureContext", false);
  // Browsers give a field the focus when its text is selected.
  vi.spyOn(HTMLTextAreaElement.prototype, "select").mockImplementation(function (
    this: HTMLTextAreaElement,
  ) {
    this.focus();
  });
  const copied: string[] = [];
  Object.defineProperty(document, "execCommand", {
    configurable: true,
    value: () => {
      const field = document.activeElement;
      copied.push(field instanceof HTMLTextAreaElement ? field.value : "");
      return true;
    },
  });
  renderApp(<CopyButton text="plumb" label="Copy link" />);
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toHaveFocus();
  expect(copied).toEqual(["plumb"]);
});
