import { Alert, Button, Card, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { formatDate } from "@/components/format";
import { KIND_NAMES } from "@/components/names";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ProjectFields, type ProjectValues } from "./ProjectFields";

/** What a lead may change about a project. */
export default function SettingsPage() {
  const project = useProject();
  useDocumentTitle("Settings", project.title);
  const queryClient = useQueryClient();
  const [values, setValues] = useState<ProjectValues>(project);
  const save = useMutation({
    mutationFn: (changes: { title: string; overlap: number; lease_minutes: number }) =>
      updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
      notifyDone("The settings are saved.");
    },
  });
  const { title, overlap, lease_minutes } = values;
  const isChanged =
    title !== project.title ||
    overlap !== project.overlap ||
    lease_minutes !== project.lease_minutes;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (overlap === "" || lease_minutes === "") return;
    save.mutate({ title: title.trim(), overlap, lease_minutes });
  }

  return (
    <>
      <PageHeader title="Settings">
        {KIND_NAMES[project.kind]} project <Code>{project.slug}</Code>, created on{" "}
        {formatDate(project.created_at)}.
      </PageHeader>
      <Card padding="xl" maw={640}>
        <form onSubmit={submit}>
          <Stack gap="lg">
            {save.isError && (
              <Alert color="brick" role="alert">
                {describeError(save.error)}
              </Alert>
            )}
            <ProjectFields
              values={values}
              errors={save.error instanceof ApiError ? save.error.fields : {}}
              onChange={(changes) => {
                setValues({ ...values, ...changes });
              }}
            />
            {overlap !== project.overlap && (
              <Text size="sm" c="dimmed">
                More opens further places for every example at once. Fewer works as long as no
                example has more than that started or done.
              </Text>
            )}
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  );
}
