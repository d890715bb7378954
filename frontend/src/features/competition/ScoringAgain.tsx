import { Button, Card, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { type Competition, scoreAgain } from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { JobSection } from "@/components/JobSection";

/** Scores all systems again, after a correction. */
export function ScoringAgain({ competition }: { readonly competition: Competition }) {
  const { project: slug, split } = competition;
  const queryClient = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const again = useMutation({
    mutationFn: () => scoreAgain(slug, split),
    onSettled: () => {
      dialog.close();
      return queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  return (
    <Stack gap="xl">
      <Card component="section" padding="xl" aria-labelledby="score-again">
        <Title order={2} size="h3" mb={4} id="score-again">
          Score again
        </Title>
        <Text size="sm" mb="md" maw={640}>
          After a correction of the annotations or of the scoring code, score all systems of the
          split {split} again. The new scores take the places of the old ones together, when all are
          there. Old scores stay on record, and their receipts can still be verified.
        </Text>
        <Button style={{ alignSelf: "flex-start" }} onClick={dialog.open}>
          Score all systems again
        </Button>
        <ConfirmDialog
          opened={opened}
          onClose={dialog.close}
          title="Score all systems again?"
          action="Score again"
          isDangerous={false}
          isPending={again.isPending}
          onConfirm={() => again.mutate()}
        >
          Every table and every team sees the new scores, also those of phases that have ended.
        </ConfirmDialog>
      </Card>
      <JobSection
        title="Runs"
        slug={slug}
        kinds={["score_again"]}
        titleOf={() => `Systems of ${split}`}
        empty="None yet."
      />
    </Stack>
  );
}
