import { expect, test } from "vitest";

import { cellText, toCsv, toJson, type FigureData } from "./figureData";

const DATA: FigureData = {
  columns: [{ header: "μ" }, { header: "Share", format: (value) => `${value * 100}%` }],
  rows: [
    ["(0, 0.2]", 0.25],
    ['said "none", twice', null],
  ],
};

test("a CSV has the numbers in full, in quotation marks, behind a byte order mark", () => {
  expect(toCsv(DATA)).toBe(
    '\ufeff"μ","Share"\r\n"(0, 0.2]","0.25"\r\n"said ""none"", twice",""\r\n',
  );
});

test("a CSV holds no text that a spreadsheet would compute, and numbers as they are", () => {
  const texts = ["=1+1", " +1", "-1+2", "@SUM(A1)", "\t=1", "＝1", "a=b", "-7660771254611710392"];
  const data = {
    columns: [{ header: "Split" }, { header: "n" }],
    rows: texts.map((t) => [t, -1]),
  };
  expect(toCsv(data).trimEnd().split("\r\n").slice(1)).toEqual([
    '"\'=1+1","-1"',
    '"\' +1","-1"',
    '"\'-1+2","-1"',
    '"\'@SUM(A1)","-1"',
    '"\'\t=1","-1"',
    '"\'＝1","-1"',
    '"a=b","-1"',
    '"-7660771254611710392","-1"',
  ]);
});

test("JSON names each number by its column", () => {
  expect(JSON.parse(toJson("Figure", DATA))).toEqual({
    title: "Figure",
    rows: [
      { μ: "(0, 0.2]", Share: 0.25 },
      { μ: 'said "none", twice', Share: null },
    ],
  });
});

test("the table shows a number as its column says, and a dash for nothing", () => {
  const [, share] = DATA.columns;
  expect([cellText(0.25, share), cellText(null, share), cellText(3, undefined)]).toEqual([
    "25%",
    "–",
    "3",
  ]);
});
