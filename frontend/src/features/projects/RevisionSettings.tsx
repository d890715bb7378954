import { Alert, Button, Card, Group, NumberInput, Stack, Switch, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { notifyDone } from "@/components/notify";

import { changedFields } from "./edits";

interface Values {
  allows_revisions: boolean;
  /** "" is without an end. */
  revision_minutes: number | "";
}

/** Whether annotators may change what they submitted, and for how long. Takes effect at once. */
export function RevisionSettings({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const save = useMutation({
    mutationFn: (changes: ProjectChanges) => updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
      notifyDone("The revision settings are saved.");
    },
  });
  const stored: Values = {
    allows_revisions: project.allows_revisions,
    revision_minutes: project.revision_minutes ?? "",
  };
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const { revision_minutes: minutes, ...others } = changes;
    save.mutate(
      { ...others, ...(minutes !== undefined && { revision_minutes: minutes || null }) },
      {
        onSuccess: () => {
          // What was typed while it was sent is still to be saved.
          setEdits((now) => (now === edits ? {} : now));
        },
      },
    );
  }

  return (
    <Card component="section" padding="xl" maw={640} mt="lg" aria-labelledby="changes">
      <Title order={2} size="h3" mb={4} id="changes">
        Changing answers
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        Every version is kept, with who changed it and why. The newest counts. Leads can change any
        answer, or ask its annotator to look again, at any time.
      </Text>
      <form onSubmit={submit}>
        <Stack gap="lg">
          {save.isError && (
            <Alert color="brick" role="alert">
              {describeError(save.error)}
            </Alert>
          )}
          <Switch
            label="Annotators may change their answers"
            description="If off, they can only change answers that a lead asks them to look at again."
            checked={values.allows_revisions}
            onChange={(event) => {
              setEdits({ ...edits, allows_revisions: event.currentTarget.checked });
            }}
          />
          {values.allows_revisions && (
            <NumberInput
              label="Minutes after the submission"
              description="How long they can change it. Leave empty for no limit."
              placeholder="No limit"
              min={1}
              max={366 * 24 * 60}
              allowDecimal={false}
              value={values.revision_minutes}
              error={save.error instanceof ApiError && save.error.fields.revision_minutes}
              onChange={(value) => {
                setEdits({ ...edits, revision_minutes: typeof value === "number" ? value : "" });
              }}
            />
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={save.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              Save revision settings
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
