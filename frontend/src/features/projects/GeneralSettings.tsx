import { Alert, Card, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { progressQuery, type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { changedFields } from "@/components/edits";
import { count } from "@/components/format";
import { PartForm } from "@/components/PartForm";

import { ProjectFields, type ProjectValues } from "./ProjectFields";

/** A project's title, and how many answer each question. */
export function GeneralSettings({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const annotators = useQuery(progressQuery(project.slug)).data?.project?.annotators;
  const [edits, setEdits] = useState<Partial<ProjectValues>>({});
  const save = useMutation({
    mutationFn: (changes: ProjectChanges) => updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
    },
  });
  const { title, overlap, lease_minutes } = project;
  const stored: ProjectValues = { title, overlap, lease_minutes };
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(): Promise<unknown> {
    const { title: newTitle, overlap: newOverlap, lease_minutes: newMinutes } = changes;
    return save.mutateAsync(
      {
        ...(newTitle !== undefined && { title: newTitle.trim() }),
        ...(newOverlap !== undefined && { overlap: Number(newOverlap) }),
        ...(newMinutes !== undefined && { lease_minutes: Number(newMinutes) }),
      },
      {
        onSuccess: () => {
          // What was typed while it was sent is still to be saved.
          setEdits((now) => (now === edits ? {} : now));
        },
      },
    );
  }

  return (
    <Card component="section" aria-label="General" padding="xl" maw={640}>
      <PartForm
        title="General"
        changes={Object.keys(changes).length}
        sending={save}
        onSave={submit}
        onDiscard={() => setEdits({})}
      >
        <ProjectFields
          values={values}
          errors={fieldErrors(save.error)}
          onChange={(typed) => setEdits({ ...edits, ...typed })}
        />
        {annotators !== undefined && annotators > 0 && Number(values.overlap) > annotators && (
          <Alert color="amber" title="There are too few annotators for this">
            <Text size="sm">
              Nobody answers a question twice, and the project has{" "}
              {count(annotators, "active annotator")}. Until{" "}
              {count(Number(values.overlap) - annotators, "more person", "more people")} can
              annotate, no example gets all of its annotations.
            </Text>
          </Alert>
        )}
        {changes.overlap !== undefined && (
          <Text size="sm" c="dimmed">
            A larger number opens further places for every example at once. You can lower it as long
            as no example has more annotations started or done.
          </Text>
        )}
      </PartForm>
    </Card>
  );
}
