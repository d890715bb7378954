import { Button, Card, Checkbox, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { startExport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { SplitsChoice } from "@/components/SplitsChoice";

const FORMS = [
  { format: "history-jsonl", label: "JSON lines" },
  { format: "history-csv", label: "CSV" },
] as const;

/** Exports who did what, with each answer and its changes. */
export function HistoryExportCard({ slug }: { slug: string }) {
  const [named, setNamed] = useState(false);
  const [splits, setSplits] = useState<string[]>([]);
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: (format: (typeof FORMS)[number]["format"]) =>
      startExport(slug, format, {
        names: named ? "real" : "pseudonyms",
        ...(splits.length > 0 && { splits }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Card>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap">
          <IconHistory size={20} stroke={1.5} aria-hidden />
          <Title order={2} size="h3">
            History
          </Title>
        </Group>
        <Text size="sm" c="dimmed" flex={1}>
          Who did what and when, from the import to the latest change of an answer, with the
          answers. People appear under their pseudonyms.
        </Text>
        <Checkbox
          size="sm"
          label="Use people’s names"
          checked={named}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        />
        <SplitsChoice slug={slug} value={splits} onChange={setSplits} />
        <Group gap="sm">
          {FORMS.map(({ format, label }) => (
            <Button
              key={format}
              variant="light"
              loading={start.isPending && start.variables === format}
              onClick={() => start.mutate(format)}
            >
              <VisuallyHidden>Export as History, </VisuallyHidden>
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Card>
  );
}
