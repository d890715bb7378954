import { Card, Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";

/** Whether annotators may change what they submitted. Takes effect at once. */
export function RevisionSettings({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (allowed: boolean) => updateProject(project.slug, { allows_revisions: allowed }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
    },
  });
  return (
    <Card padding="xl" maw={640} mt="lg">
      <Switch
        label="Annotators may change their answers"
        description="Each change is kept beside the answer before, with the annotator’s reason; the newest counts. Without this, only those that a lead asks to look at again."
        checked={project.allows_revisions}
        disabled={change.isPending}
        onChange={(event) => {
          change.mutate(event.currentTarget.checked);
        }}
      />
    </Card>
  );
}
