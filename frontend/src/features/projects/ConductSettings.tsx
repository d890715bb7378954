import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { notifyDone } from "@/components/notify";

import { type Conduct, conductOf, storedConduct } from "./conduct";
import { ConductFields } from "./ConductFields";
import { changedFields } from "./edits";

/** How work on a question goes. */
export function ConductSettings({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Conduct>>({});
  const save = useMutation({
    mutationFn: (changes: ProjectChanges) => updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
      notifyDone("The work settings are saved.");
    },
  });
  const stored = conductOf(project);
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    save.mutate(changedFields(storedConduct(stored), storedConduct(values)), {
      onSuccess: () => {
        // What was typed while it was sent is still to be saved.
        setEdits((now) => (now === edits ? {} : now));
      },
    });
  }

  return (
    <Card component="section" padding="xl" maw={640} mt="lg" aria-labelledby="work">
      <Title order={2} size="h3" mb={4} id="work">
        Work
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        A new limit applies to questions opened from now on.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="lg">
          {save.isError && (
            <Alert color="brick" role="alert">
              {describeError(save.error)}
            </Alert>
          )}
          <ConductFields
            kind={project.kind}
            values={values}
            errors={save.error instanceof ApiError ? save.error.fields : {}}
            onChange={(typed) => {
              setEdits({ ...edits, ...typed });
            }}
          />
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              Save work settings
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
