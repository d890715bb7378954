import { expect, it } from "vitest";

import { DASHBOARDS } from "../dashboards";
import { buildFigure, buildPlot, buildPoint, buildSection } from "../testing";
import { reportFiles } from "./reportFiles";
import { crc32, zipFile } from "./zipFile";

it("computes the checksum that ISO 3309 gives for 123456789", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

it("packs texts with their names, and the same ones to the same bytes", () => {
  const files = [
    { path: "README.md", text: "ä" },
    { path: "process/a.csv", text: "" },
  ];
  const at = new Date("2026-11-29T20:13:56Z");
  const bytes = zipFile(files, at);
  expect(zipFile(files, at)).toEqual(bytes);
  const view = new DataView(bytes.buffer);
  // 30 bytes, the name, and two bytes for the letter.
  const second = 30 + 9 + 2;
  expect([view.getUint32(0, true), view.getUint32(second, true)]).toEqual([0x04034b50, 0x04034b50]);
  expect([view.getUint32(18, true), view.getUint32(second + 18, true)]).toEqual([2, 0]);
  const directory = view.getUint32(bytes.length - 6, true);
  expect(directory).toBe(second + 30 + 13);
  expect(view.getUint32(directory, true)).toBe(0x02014b50);
  expect(view.getUint16(bytes.length - 12, true)).toBe(2);
  // 20:13:56 on 29 November, 46 years after 1980.
  expect(view.getUint16(10, true)).toBe((20 << 11) | (13 << 5) | 28);
  expect(view.getUint16(12, true)).toBe((46 << 9) | (11 << 5) | 29);
});

it("has each figure and plot as CSV and JSON, and explains every column", () => {
  const section = buildSection({
    name: "schedule",
    figures: [
      buildFigure({ name: "finished_on", unit: "date", value: 20_000, count: null }),
      buildFigure({ name: "complete", unit: "share", value: 0.25, low: 0.1, high: 0.5 }),
    ],
    plots: [buildPlot({ name: "per_day", points: [buildPoint({ key: "a", value: 3 })] })],
  });
  const about = { title: "Demo", facts: ["Computed today."], report: { seed: 1 } };
  const files = new Map(
    reportFiles([section], DASHBOARDS, about, (key) => key).map(({ path, text }) => [path, text]),
  );
  expect([...files.keys()]).toEqual([
    "README.md",
    "report.json",
    "schedule/figures.csv",
    "schedule/figures.json",
    "schedule/per-day.csv",
    "schedule/per-day.json",
  ]);
  const lines = (files.get("schedule/figures.csv") ?? "").split("\r\n");
  expect(lines[1]).toMatch(/^"Finished on","finished_on","2024-10-04","date",/);
  expect(lines[2]).toMatch(/^"Complete","complete","0.25","share","0.1","0.5",/);
  const readme = files.get("README.md") ?? "";
  expect(readme).toContain("# Statistics of Demo\n\n- Computed today.");
  for (const header of (lines[0] ?? "").replace("\ufeff", "").split(",")) {
    expect(readme).toMatch(
      new RegExp(`\\*\\*${header.slice(1, -1).replace(/[()]/g, ".")}\\*\\*: \\S`),
    );
  }
  expect(readme).not.toMatch(/\*\*: *$/m);
});
