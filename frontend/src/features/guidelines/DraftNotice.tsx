import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { saveGuidelines } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Guidelines } from "@/api/types";
import { ErrorAlert } from "@/components/ErrorAlert";
import { notifyDone } from "@/components/notify";

/** Says that nobody has adapted the draft yet, and lets a lead accept it as version 1. */
export function DraftNotice({ slug, draft }: { slug: string; draft: Guidelines }) {
  const queryClient = useQueryClient();
  const accept = useMutation({
    mutationFn: () => saveGuidelines(slug, draft.markdown),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.guidelines(slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      notifyDone("You accepted the draft as version 1 of the guidelines.");
    },
  });
  return (
    <Alert color="amber" title="These guidelines are a draft" mb="lg">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 20rem">
          They follow the paper’s definitions. Annotators read them as they are. Adapt them to your
          questions and pages, or accept them; annotations then say which version they were made
          with.
        </Text>
        <Button
          variant="default"
          flex="none"
          loading={accept.isPending}
          onClick={() => accept.mutate()}
        >
          Accept as version 1
        </Button>
      </Group>
      <ErrorAlert error={accept.error} />
    </Alert>
  );
}
