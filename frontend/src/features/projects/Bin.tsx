import { Button, Card, Stack, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type DeletedProject, deletedProjectsQuery, restoreProject } from "@/api/standing";
import { notifyDone } from "@/components/notify";

import { BinExports } from "./BinExports";
import { BinRow } from "./BinRow";

function InBin({ project }: { project: DeletedProject }) {
  const queryClient = useQueryClient();
  const [isExporting, setExporting] = useState(false);
  const restoring = useMutation({
    mutationFn: () => restoreProject(project.id),
    onSuccess: async () => {
      notifyDone(`${project.title} is back.`);
      await queryClient.invalidateQueries({ queryKey: queryKeys.deletedProjects() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
    },
  });
  return (
    <BinRow
      title={project.title}
      deleted={project}
      isPending={restoring.isPending}
      onRestore={restoring.mutate}
    >
      <Button
        size="xs"
        variant="default"
        aria-label={`Export ${project.title}`}
        onClick={() => setExporting(true)}
      >
        Export
      </Button>
      <BinExports project={project} opened={isExporting} onClose={() => setExporting(false)} />
    </BinRow>
  );
}

/** The deleted projects that the caller can restore; nothing where there are none. */
export function Bin() {
  const deleted = useQuery(deletedProjectsQuery()).data?.results ?? [];
  if (deleted.length === 0) return null;
  return (
    <Stack component="section" gap="md" mt={40} aria-labelledby="bin">
      <Title order={2} size="h3" id="bin">
        Bin
      </Title>
      <Card>
        <Stack>
          {deleted.map((project) => (
            <InBin key={project.id} project={project} />
          ))}
        </Stack>
      </Card>
    </Stack>
  );
}
