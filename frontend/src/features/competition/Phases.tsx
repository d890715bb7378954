import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  type Competition,
  deletePhase,
  halvesQuery,
  type Phase,
  publishResults,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { CopyButton } from "@/components/CopyButton";
import { formatCount } from "@/components/format";
import { QueryView } from "@/components/QueryView";

import { PhaseDialog } from "./PhaseDialog";
import { PhaseList } from "./PhaseList";

interface PhaseProps {
  readonly competition: Competition;
  readonly phase: Phase;
}

/** Shows the final table to everybody, or to nobody again. */
function Results({ competition, phase }: PhaseProps) {
  const { project: slug } = competition;
  const queryClient = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const isPublished = phase.results_published_at !== null;
  const publish = useMutation({
    mutationFn: () => publishResults(slug, phase.number, !isPublished),
    onSuccess: () => {
      dialog.close();
      return queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  const endsNow = phase.ends_at == null;
  if (!isPublished && phase.state !== "ended" && !(phase.state === "open" && endsNow)) return null;
  return (
    <>
      <Button size="xs" variant={isPublished ? "default" : "filled"} onClick={dialog.open}>
        {isPublished ? "Take the results down" : "Publish the results"}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={isPublished ? "Take the results down?" : `Publish the results of ${phase.name}?`}
        action={isPublished ? "Take down" : "Publish"}
        isDangerous={isPublished}
        isPending={publish.isPending}
        onConfirm={() => publish.mutate()}
      >
        {isPublished
          ? "Nobody but stewards sees the final table then."
          : `Everybody who reads the page sees the final table.${endsNow ? " The phase ends now." : ""} Teams can’t choose another submission any more.`}
      </ConfirmDialog>
    </>
  );
}

function Deletion({ competition, phase }: PhaseProps) {
  const { project: slug } = competition;
  const queryClient = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => deletePhase(slug, phase.number),
    onSettled: () => {
      dialog.close();
      return queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug) });
    },
  });
  if (phase.is_fixed) return null;
  return (
    <>
      <Button size="xs" variant="subtle" color="brick" onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${phase.name}?`}
        action="Delete"
        isPending={deletion.isPending}
        onConfirm={() => deletion.mutate()}
      >
        Nobody has submitted in it.
      </ConfirmDialog>
    </>
  );
}

function Actions({ competition, phase }: PhaseProps) {
  const [isChanging, dialog] = useDisclosure(false);
  return (
    <Group gap="xs" mt="xs">
      <Results competition={competition} phase={phase} />
      <Button size="xs" variant="default" onClick={dialog.open}>
        Change
      </Button>
      <Deletion competition={competition} phase={phase} />
      <PhaseDialog
        competition={competition}
        phase={phase}
        opened={isChanging}
        onClose={dialog.close}
      />
    </Group>
  );
}

/** The secret seed of the halves, and how large they are. */
function Halves({ slug, split }: { slug: string; split: string }) {
  const halves = useQuery(halvesQuery(slug));
  return (
    <Card component="section" padding="xl" aria-labelledby="halves">
      <Title order={2} size="h3" mb={4} id="halves">
        Public and private half of {split}
      </Title>
      <QueryView query={halves}>
        {({ seed, sizes }) =>
          seed === null || sizes === null ? (
            <Text size="sm" c="dimmed">
              The first phase with halves draws them.
            </Text>
          ) : (
            <Stack gap="sm" align="flex-start">
              <Text size="sm">
                {formatCount(sizes.public)} questions in the public half,{" "}
                {formatCount(sizes.private)} in the private half.
              </Text>
              <Text size="sm" c="dimmed">
                The secret seed says which question is in which half. Receipts have its SHA-256.
                Once the competition is over, you can show it, and anybody can check the halves.
              </Text>
              <CopyButton text={seed} label="Copy the seed" size="xs" variant="default" />
            </Stack>
          )
        }
      </QueryView>
    </Card>
  );
}

/** The phases, and for stewards everything that they do with them. */
export function Phases({ competition }: { readonly competition: Competition }) {
  const { project: slug, kind, phases, split, viewer } = competition;
  const [isAdding, dialog] = useDisclosure(false);
  return (
    <Stack gap="lg">
      <Card padding="xl">
        <PhaseList
          phases={phases}
          kind={kind}
          {...(viewer.is_steward && {
            actions: (phase: Phase) => <Actions competition={competition} phase={phase} />,
          })}
        />
        {viewer.is_steward && (
          <Group mt="lg">
            <Button onClick={dialog.open}>Add a phase</Button>
            <PhaseDialog
              competition={competition}
              phase={null}
              opened={isAdding}
              onClose={dialog.close}
            />
          </Group>
        )}
      </Card>
      {viewer.is_steward && <Halves slug={slug} split={split} />}
    </Stack>
  );
}
