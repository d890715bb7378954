import { Progress, Stack, Text } from "@mantine/core";

import type { Job } from "@/api/types";

import { formatCount } from "./format";

interface JobBarProps {
  /** Undefined: not loaded yet. */
  readonly job: Pick<Job, "done" | "total"> | undefined;
  /** What is counted, for those who don't see the bar. */
  readonly label: string;
  /** What is counted, in a sentence: "questions". */
  readonly unit: string;
  /** What is happening, such as "Looking for passages". */
  readonly children: string;
}

/** How far a job is that annotators need not wait for. */
export function JobBar({ job, label, unit, children }: JobBarProps) {
  const { done = 0, total = null } = job ?? {};
  const isKnown = total !== null && total > 0;
  return (
    <Stack gap={6} flex={1} role="status">
      <Progress
        value={isKnown ? (done / total) * 100 : 100}
        animated={!isKnown}
        striped={!isKnown}
        size="sm"
        aria-label={label}
      />
      <Text size="sm" c="dimmed">
        {children}
        {isKnown && `: ${formatCount(done)} of ${formatCount(total)} ${unit}`}. Annotators can keep
        working.
      </Text>
    </Stack>
  );
}
