import { Alert, Card, Code, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { progressQuery, type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { changedFields } from "@/components/edits";
import { Form } from "@/components/Form";
import { count, formatDate } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { KINDS } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { ConductSettings } from "./ConductSettings";
import { ProjectFields, type ProjectValues } from "./ProjectFields";
import { QueueSettings } from "./QueueSettings";
import { RevisionSettings } from "./RevisionSettings";
import { SplitDraw } from "./SplitDraw";
import { SplitOverlaps } from "./SplitOverlaps";
import { StandingSettings } from "./StandingSettings";

/** What a lead may change about a project. */
export default function SettingsPage() {
  const project = useProject();
  const own = useKind(project.kind);
  useDocumentTitle("Settings", project.title);
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
      notifyDone("The settings are saved.");
    },
  });
  const { title, overlap, lease_minutes } = project;
  const stored: ProjectValues = { title, overlap, lease_minutes };
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(): void {
    const { title: newTitle, overlap: newOverlap, lease_minutes: newMinutes } = changes;
    if (newOverlap === "" || newMinutes === "") return;
    save.mutate(
      {
        ...(newTitle !== undefined && { title: newTitle.trim() }),
        ...(newOverlap !== undefined && { overlap: newOverlap }),
        ...(newMinutes !== undefined && { lease_minutes: newMinutes }),
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
    <>
      <PageHeader title="Settings">
        {KINDS[project.kind].name} project <Code>{project.slug}</Code>, created on{" "}
        {formatDate(project.created_at)}.
      </PageHeader>
      <Card padding="xl" maw={640}>
        <Form
          sending={save}
          onSubmit={submit}
          action="Save"
          canSubmit={Object.keys(changes).length !== 0}
          gap="lg"
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
              A larger number opens further places for every example at once. You can lower it as
              long as no example has more annotations started or done.
            </Text>
          )}
        </Form>
      </Card>
      <ConductSettings project={project} />
      <QueueSettings project={project} />
      <SplitDraw slug={project.slug} />
      <SplitOverlaps slug={project.slug} />
      {own.Settings !== null && <own.Settings project={project} />}
      <RevisionSettings project={project} />
      <StandingSettings project={project} />
    </>
  );
}
