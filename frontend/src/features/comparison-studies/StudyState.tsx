import { Badge } from "@mantine/core";

import type { Study } from "@/api/comparisons";

import { progressOf } from "./progress";

/** Whether a study is running or finished. */
export function StudyState({ study }: { study: Study }) {
  if (study.origin === "file") return <Badge color="gray">Imported</Badge>;
  if (study.finished_at !== null) return <Badge color="gray">Finished</Badge>;
  if (study.cancelled_at !== null) return <Badge color="gray">Cancelled</Badge>;
  const { done, total } = progressOf(study);
  return done === total ? <Badge>All compared</Badge> : <Badge color="amber">Under way</Badge>;
}
