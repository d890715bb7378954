import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import { type DeletedProject, deletedProjectsQuery, restoreProject } from "@/api/standing";
import { formatDate } from "@/components/format";
import { notifyDone } from "@/components/notify";

function InBin({ project }: { project: DeletedProject }) {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => restoreProject(project.id),
    onSuccess: async () => {
      notifyDone(`${project.title} is back.`);
      await queryClient.invalidateQueries({ queryKey: queryKeys.deletedProjects() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
    },
  });
  return (
    <Group justify="space-between">
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {project.title}
        </Text>
        <Text size="xs" c="dimmed">
          Deleted on {formatDate(project.deleted_at)}
          {`, erased with everything in it on ${formatDate(project.kept_until)}`}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="default"
        loading={restoring.isPending}
        aria-label={`Restore ${project.title}`}
        onClick={() => restoring.mutate()}
      >
        Restore
      </Button>
    </Group>
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
