import { expect, it } from "vitest";

import { describeEvent } from "./describeEvent";
import { entriesOf } from "./ExampleTimeline";

type History = Parameters<typeof entriesOf>[0];

function annotation(id: number, source: string): History["annotations"][number] {
  return { id, source, created_at: "2026-01-05T09:00:00Z" } as History["annotations"][number];
}

it("tells of simulated and of imported answers, of which no event does", () => {
  const submitted = { id: 7, at: "", verb: "submitted", subject: "annotation", subject_id: "3" };
  const entries = entriesOf({
    annotations: [annotation(1, "imported"), annotation(2, "simulated"), annotation(3, "human")],
    events: [submitted],
  } as unknown as History);
  expect(entries.map(({ key, annotation: answer }) => [key, answer?.id])).toEqual([
    ["annotation-1", 1],
    ["annotation-2", 2],
    ["event-7", 3],
  ]);
});

it("says how many annotations a simulation made", () => {
  const event = { verb: "simulated", subject: "project", details: { annotations: 1000 } };
  expect(describeEvent(event)).toBe("simulated 1,000 annotations");
});
