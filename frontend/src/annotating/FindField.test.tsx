import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";

import { PageView } from "@/anchoring/pageView";
import { documentOf } from "@/anchoring/testing";

import { FindField } from "./FindField";

beforeEach(() => {
  // jsdom has no layout.
  Object.defineProperty(Range.prototype, "getBoundingClientRect", {
    value: () => new DOMRect(),
    configurable: true,
  });
});

afterEach(() => {
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
});

/** A search in a page, and what is heard of it: places, "closed" and "used". */
function openSearch(html: string, isFirst?: (place: Range) => boolean) {
  const heard: (string | null)[] = [];
  render(
    <MantineProvider>
      <FindField
        ref={createRef()}
        view={new PageView(documentOf(html), [])}
        isFirst={isFirst}
        onFound={(place) => heard.push(place && String(place))}
        onClosed={() => heard.push("closed")}
        onUsed={() => heard.push("used")}
      />
    </MantineProvider>,
  );
  return { heard, user: userEvent.setup(), field: screen.getByRole("textbox") };
}

test("what is found no longer is neither gone to nor used", async () => {
  const { heard, user, field } = openSearch("<p>The Marten family</p>");
  await user.type(field, "mar");
  expect(heard.at(-1)).toBe("Mar");
  await user.type(field, "ble");
  expect(screen.getByText("Not on this page")).toBeVisible();
  expect(heard.at(-1)).toBeNull();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(heard).not.toContain("used");
  await user.keyboard("{Escape}");
  expect(heard.slice(-2)).toEqual([null, "closed"]);
});

test("what is shown last is gone on from, and forgotten by the next search", async () => {
  const { heard, user, field } = openSearch("<p>The Marten family</p>");
  await user.type(field, "family");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(heard.slice(-3)).toEqual(["family", "closed", "used"]);
  expect(field).toHaveValue("");
  await user.click(field);
  expect(heard.at(-1)).toBeNull();
});

test("places in the chosen box come before all others, and the others after them", async () => {
  const isInBox = ({ startContainer }: Range) => startContainer.parentElement?.id === "box";
  const html = "<p>MAR</p><p id='box'>Mar mar</p><p>mAr</p>";
  const { heard, user, field } = openSearch(html, isInBox);
  await user.type(field, "mar");
  expect([heard.at(-1), screen.getByRole("status").textContent]).toEqual(["Mar", "1 of 4"]);
  await user.keyboard("{Enter}{Enter}{Enter}{Enter}");
  expect(heard.slice(-4)).toEqual(["mar", "MAR", "mAr", "Mar"]);
  await user.keyboard("{Shift>}{Enter}{/Shift}");
  expect([heard.at(-1), screen.getByRole("status").textContent]).toEqual(["mAr", "4 of 4"]);
});
