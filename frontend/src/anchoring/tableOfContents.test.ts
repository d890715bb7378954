import { expect, test } from "vitest";

import { readSections } from "./tableOfContents";
import { documentOf } from "./testing";

test("sections are the headings without edit links, references and the page's own contents", () => {
  const page = documentOf(`
    <h1>Moon</h1>
    <div id="toc"><h2>Contents</h2></div>
    <h2>Name<span class="mw-editsection">[edit]</span></h2>
    <h3>In  other
        languages<sup>[2]</sup></h3>
    <h2>Orbit [ edit ]</h2><h2> </h2>
    <div data-h="4">Tides</div>`);
  expect(readSections(page).map(({ title, level }) => [level, title])).toEqual([
    [1, "Moon"],
    [2, "Name"],
    [3, "In other languages"],
    [2, "Orbit"],
    [4, "Tides"],
  ]);
});
