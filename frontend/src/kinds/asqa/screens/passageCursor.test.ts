import { expect, test } from "vitest";

import { PageView } from "@/anchoring/pageView";
import { readSelection } from "@/anchoring/passageSelection";

import { PassageCursor } from "./passageCursor";

const word = (number: number, text: string) => `<b data-t="${number}">${text}</b>`;

const HTML = `
  <p data-c="0">${word(1, "The")} ${word(2, "old")} ${word(3, "bridge")}</p>
  <table data-c="1"><tbody>
    <tr data-c="2"><td>${word(9, "Opened")}</td><td>${word(12, "1902")}</td></tr>
    <tr data-c="3"></tr>
  </tbody></table>
  <div data-c="4" data-as="li">${word(20, "Stone")}</div>`;

function open() {
  window.scrollBy = () => undefined;
  document.body.innerHTML = HTML;
  const view = new PageView(document, null);
  const said: string[] = [];
  const cursor = new PassageCursor(view, (text) => said.push(text));
  const press = (key: string, shiftKey = false) =>
    cursor.handleKey(new KeyboardEvent("keydown", { key, shiftKey }));
  const selected = () => readSelection(view);
  return { view, cursor, said, press, selected };
}

test("arrow keys select box after box of a page whose candidates are not at hand", () => {
  const { press, said, selected } = open();
  expect(press("ArrowDown")).toBe(true);
  expect(selected()).toEqual({
    span: { start_token: 1, end_token: 4 },
    text: "The old bridge",
  });
  press("ArrowDown");
  press("ArrowRight");
  expect(selected()).toEqual({ span: { start_token: 9, end_token: 13 }, text: "Opened 1902" });
  press("End");
  expect(said).toEqual([
    "Paragraph: The old bridge",
    "Table: Opened 1902",
    "Row: Opened 1902",
    "List item: Stone",
  ]);
  expect([press("q"), press("Enter")]).toEqual([false, false]);
});

test("inside a box words are selected one by one, and stretched", () => {
  const { press, said, selected } = open();
  expect(press(" ")).toBe(false);
  press("Home");
  press(" ");
  expect(selected()?.text).toBe("The");
  press("ArrowRight");
  press("ArrowRight", true);
  expect(selected()).toEqual({ span: { start_token: 2, end_token: 4 }, text: "old bridge" });
  press("Escape");
  expect(selected()?.text).toBe("The old bridge");
  expect(said.at(-1)).toBe("Paragraph: The old bridge");
  expect(press("Escape")).toBe(false);
});

test("the cursor goes on from a box that was added, and from the view otherwise", () => {
  const { cursor, press, selected } = open();
  press("Home");
  press(" ");
  cursor.letGo({ stay: true });
  press("ArrowDown");
  expect(selected()?.text).toBe("Opened 1902");
  cursor.letGo({ stay: false });
  press("ArrowDown");
  expect(selected()?.text).toBe("The old bridge");
});

test("the passage around a place that was found is selected", () => {
  const { view, cursor, selected } = open();
  const place = view.document.createRange();
  place.selectNodeContents(view.tokens.elementOf(4));
  cursor.moveTo(place);
  expect(selected()?.span).toEqual({ start_token: 9, end_token: 13 });
});

test("keys go on from what was found, though they were at words of another box", () => {
  const { view, cursor, press, selected } = open();
  press("Home");
  press(" ");
  const place = view.document.createRange();
  place.selectNodeContents(view.tokens.elementOf(4));
  cursor.moveTo(place);
  press("ArrowDown");
  expect(selected()?.text).toBe("Stone");
});
