import { expect, it } from "vitest";

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
    drafts: [],
  } as unknown as History);
  expect(entries.map(({ key, annotation: answer }) => [key, answer?.id])).toEqual([
    ["annotation-1", 1],
    ["annotation-2", 2],
    ["event-7", 3],
  ]);
});

it("tells of a draft where it was last saved", () => {
  const event = (id: number, at: string) => ({ id, at, verb: "claimed", subject: "assignment" });
  const draft = (assignment: number, at: string) => ({ assignment, saves: 2, saved_at: at });
  const entries = entriesOf({
    annotations: [],
    events: [event(1, "2026-01-05T09:00:00Z"), event(2, "2026-01-05T09:30:00.250000Z")],
    drafts: [draft(7, "2026-01-05T09:30:00Z"), draft(8, "2026-01-05T10:00:00Z")],
  } as unknown as History);
  expect(entries.map(({ key }) => key)).toEqual(["event-1", "draft-7", "event-2", "draft-8"]);
});
