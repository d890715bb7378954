import { Button, Card, Group, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { findPagesOfQueries } from "@/api/queryLogs";
import { useProject } from "@/api/useProject";
import { JobList } from "@/components/JobList";
import { notifyDone } from "@/components/notify";

/** Makes examples of the kept queries: a page is found and fetched for each. */
export function PagesCard({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const [split, setSplit] = useState("");
  const find = useMutation({
    mutationFn: () => findPagesOfQueries(slug, split),
    onSuccess: async () => {
      notifyDone("Pages are being found. Their import follows by itself.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const { kind } = useProject();
  if (kind !== "nq") return null;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    find.mutate();
  }

  return (
    <Card padding="md">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="md">
          <Text size="sm" flex="1 1 280px">
            Find a Wikipedia page for each query that is kept, fetch it at its current revision, and
            make examples of both.
          </Text>
          <TextInput
            label="Split"
            placeholder="Optional"
            maxLength={20}
            value={split}
            onChange={(event) => setSplit(event.currentTarget.value)}
          />
          <Button type="submit" loading={find.isPending}>
            Make examples
          </Button>
        </Group>
      </form>
      <JobList slug={slug} kindPrefix="find_pages" titleOf={() => "Pages of queries"} empty="" />
    </Card>
  );
}
