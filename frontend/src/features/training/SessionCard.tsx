import { Anchor, Button, Card, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";

import { markSession } from "@/api/trainees";
import type { TraineeDetail } from "@/api/training";
import type { Project } from "@/api/types";

import { useTraineeChange } from "./useTraineeChange";

/** Attendance and notes of the in-person session. */
export function SessionCard({ project, trainee }: { project: Project; trainee: TraineeDetail }) {
  const [notes, setNotes] = useState("");
  const mark = useTraineeChange(project.slug, trainee.id, (attended: boolean) =>
    markSession(project.slug, trainee.id, { attended, notes: notes.trim() }),
  );
  return (
    <Card padding="xl" component="section" aria-labelledby="session">
      <Stack>
        <Title order={2} size="h3" id="session">
          The session
        </Title>
        <Text size="sm">
          Go through the{" "}
          <Anchor component={Link} to={`/projects/${project.slug}/guidelines`} underline="always">
            full guidelines
          </Anchor>{" "}
          together, then compare the answers below with the references. After the session, the
          annotator sees the references too, and the exam opens.
        </Text>
        <Textarea
          label="Notes"
          description="Only leads see these."
          autosize
          minRows={3}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate(false)}>
            Did not come
          </Button>
          <Button loading={mark.isPending} onClick={() => mark.mutate(true)}>
            The session took place
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
