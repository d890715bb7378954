import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useRef } from "react";

import { formatShare } from "./format";
import { useFocusPassedOn } from "./useFocusPassedOn";

interface UploadProgressProps {
  readonly share: number;
  /** What the server does once everything is there. */
  readonly next: string;
  readonly onCancel: () => void;
}

/** How much of a form's files is there, and what comes then; until then it can be cancelled. */
export function UploadProgress({ share, next, onCancel }: UploadProgressProps) {
  const part = useRef<HTMLDivElement>(null);
  useFocusPassedOn(part);
  return (
    <Stack ref={part} gap={6}>
      <Progress value={share * 100} aria-label="Upload" />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {share < 1 ? `Uploading, ${formatShare(share)}` : next}
        </Text>
        {share < 1 && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel the upload
          </Button>
        )}
      </Group>
    </Stack>
  );
}
