import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { queryKeys } from "@/api/queryKeys";
import { type AnnotatorStatistics, annotatorStatisticsKey } from "@/api/statisticsPeople";
import { askToRequalify, takeBackRequalification } from "@/api/trainees";
import { ReasonDialog } from "@/components/ReasonDialog";

import { useReportPlace } from "../../parts/ReportContext";

/** Asking somebody to qualify again, or that they were asked. */
export function Requalification({ statistics }: { readonly statistics: AnnotatorStatistics }) {
  const { training, name, id } = statistics;
  const { slug, hiddenSplit } = useReportPlace();
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: annotatorStatisticsKey(slug, id, hiddenSplit) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.training(slug) }),
    ]);
  const takeBack = useMutation({
    mutationFn: (member: number) => takeBackRequalification(slug, member),
    onSuccess: refresh,
  });
  if (training === null) return null;
  const { member, standing } = training;
  if (standing.asked_again !== null) {
    return (
      <Alert color="plumb" title="Asked to qualify again">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{standing.asked_again}</Text>
          <Group>
            <Anchor component={Link} to={`/projects/${slug}/training/${member}`} size="sm">
              Their training
            </Anchor>
            <Button
              size="compact-sm"
              variant="default"
              loading={takeBack.isPending}
              onClick={() => takeBack.mutate(member)}
            >
              Take it back
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  return (
    <Group>
      <Button variant="default" onClick={() => setAsking(true)}>
        Ask to qualify again
      </Button>
      <ReasonDialog
        opened={isAsking}
        title={`Ask ${name} to qualify again`}
        label="Why, and what would help"
        action="Ask"
        send={(reason) => askToRequalify(slug, member, reason)}
        onDone={refresh}
        onClose={() => setAsking(false)}
        wayOn={
          <Anchor component={Link} to={`/projects/${slug}/training`} size="sm">
            To the Training page
          </Anchor>
        }
      >
        <Text size="sm">
          They get no new questions until they pass the exam again. They can finish what they have
          begun. They see your reason, and it stays on record.
        </Text>
      </ReasonDialog>
    </Group>
  );
}
