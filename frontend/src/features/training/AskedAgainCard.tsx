import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";

import { takeBackRequalification } from "@/api/trainees";
import type { TraineeDetail } from "@/api/training";
import type { Project } from "@/api/types";

import { useTraineeChange } from "./useTraineeChange";

interface Props {
  readonly project: Project;
  readonly trainee: TraineeDetail;
  readonly reason: string;
}

/** That somebody is to qualify again, why, and taking it back. */
export function AskedAgainCard({ project, trainee, reason }: Props) {
  const { slug } = project;
  const takeBack = useTraineeChange(slug, trainee.id, () =>
    takeBackRequalification(slug, trainee.id),
  );
  return (
    <Card padding="xl" component="section" aria-labelledby="asked-again">
      <Stack>
        <Title order={2} size="h3" id="asked-again">
          Asked to qualify again
        </Title>
        <Text size="sm">{reason}</Text>
        <Text size="sm" c="dimmed">
          They get no new questions until they pass. They can finish what they have started.
        </Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={takeBack.isPending}
            onClick={() => takeBack.mutate(undefined)}
          >
            Take it back
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
