import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

import { verifyReceipt } from "@/api/submissions";
import { ErrorAlert } from "@/components/ErrorAlert";
import { formatDateTime } from "@/components/format";

/** Has the server compute a receipt of the team anew from all that is kept of the score. */
export function VerifyReceipt({ slug, receipt }: { slug: string; receipt: string }) {
  const verify = useMutation({
    mutationFn: () => verifyReceipt(slug, receipt),
    meta: { silent: true },
  });
  const found = verify.data;
  return (
    <Stack gap="sm" align="flex-start">
      <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </Button>
      <ErrorAlert error={verify.error} withFields />
      {found !== undefined && (
        <Alert color={found.is_same ? "plumb" : "brick"} role="status" w="100%">
          {found.is_same
            ? "It is genuine: the SHA-256 of all that is kept of this score is the receipt."
            : "It is not genuine: what is kept of this score gives another SHA-256."}
          {found.replaced_at !== null && (
            <Text size="sm">
              A new score replaced this one on {formatDateTime(found.replaced_at)}.
            </Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}
