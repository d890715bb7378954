import { Button, Group, Modal, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { type ExportFormat, exportFormatsQuery, startExport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import type { DeletedProject } from "@/api/standing";
import { JobSection } from "@/components/JobSection";
import { QueryView } from "@/components/QueryView";

interface BinExportsProps {
  readonly project: DeletedProject;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Writes a project in the bin to files, whole: each format as it is without options. */
export function BinExports({ project: { slug, title }, opened, onClose }: BinExportsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Export ${title}`} size="lg">
      <Formats slug={slug} />
    </Modal>
  );
}

function Formats({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const formats = useQuery(exportFormatsQuery(slug));
  const start = useMutation({
    mutationFn: (name: ExportFormat["name"]) => startExport(slug, name),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Files stay until their expiry date, or until the project is erased.
      </Text>
      <QueryView query={formats}>
        {(offered) => (
          <Group gap="xs">
            {offered.map(({ name, title }) => (
              <Button
                key={name}
                size="xs"
                variant="light"
                loading={start.isPending && start.variables === name}
                onClick={() => start.mutate(name)}
              >
                <VisuallyHidden>Export as </VisuallyHidden>
                {title}
              </Button>
            ))}
          </Group>
        )}
      </QueryView>
      <JobSection
        title="Exports so far"
        slug={slug}
        kinds={["export"]}
        titleOf={({ filename }) => filename || "Export"}
        empty="No exports yet."
      />
    </Stack>
  );
}
