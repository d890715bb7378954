import { Button, Card, Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type ExportFormat, startExport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { JobList } from "./JobList";

const FORMATS: { value: ExportFormat; title: string; what: string }[] = [
  {
    value: "nq",
    title: "Natural Questions",
    what: "The original format with HTML, tokens, candidates and byte offsets. The official evaluation reads it as it is.",
  },
  {
    value: "nq-simplified",
    title: "Natural Questions, simplified",
    what: "The page as plain tokens with token offsets: smaller, and what most training code reads.",
  },
];

function FormatCard({ slug, format }: { slug: string; format: (typeof FORMATS)[number] }) {
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: () => startExport(slug, format.value),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Card>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap">
          <IconFileExport size={20} stroke={1.5} aria-hidden />
          <Title order={2} size="h3">
            {format.title}
          </Title>
        </Group>
        <Text size="sm" c="dimmed" flex={1}>
          {format.what}
        </Text>
        <Group>
          <Button
            variant="light"
            loading={start.isPending}
            onClick={() => {
              start.mutate();
            }}
          >
            Export<VisuallyHidden> as {format.title}</VisuallyHidden>
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Writes the project's annotations to files. */
export default function ExportPage() {
  const project = useProject();
  useDocumentTitle("Export", project.title);
  return (
    <>
      <PageHeader title="Export">
        The annotations so far, one example per line, always in the same order. The same annotations
        give the same file, byte for byte.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {FORMATS.map((format) => (
            <FormatCard key={format.value} slug={project.slug} format={format} />
          ))}
        </SimpleGrid>
        <section aria-labelledby="exports">
          <Title order={2} size="h3" mb="sm" id="exports">
            Exports so far
          </Title>
          <JobList
            slug={project.slug}
            kindPrefix="export"
            titleOf={({ filename }) => filename || "Export"}
            empty="None yet. Each stays here to be downloaded again."
          />
        </section>
      </Stack>
    </>
  );
}
