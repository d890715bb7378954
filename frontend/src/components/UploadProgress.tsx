import { Progress, Stack, Text } from "@mantine/core";

import { formatShare } from "./format";

/** How much of a form's files is there, and what comes then. */
export function UploadProgress({ share, next }: { readonly share: number; readonly next: string }) {
  return (
    <Stack gap={6}>
      <Progress value={share * 100} aria-label="Upload" />
      <Text size="sm" c="dimmed">
        {share < 1 ? `Uploading, ${formatShare(share)}` : next}
      </Text>
    </Stack>
  );
}
