import { Alert, Stack, Text } from "@mantine/core";

import { wordOf } from "@/kinds/words";

import type { Missing } from "../shape";

interface FailedSectionProps {
  readonly name: string;
  readonly missing: Missing;
  /** The job that made the report, by which the server's log has the error. */
  readonly job: string | null;
}

/** A section that an error kept from being computed: what that means, and what to do. */
export function FailedSection({ name, missing, job }: FailedSectionProps) {
  return (
    <Alert color="brick" title={`Could not be computed: ${wordOf(name, name).label}`}>
      <Stack gap={4}>
        <Text size="sm">{missing.reason}</Text>
        <Text size="sm">{missing.needed}</Text>
        {job !== null && (
          <Text size="sm" c="dimmed">
            Job {job}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
