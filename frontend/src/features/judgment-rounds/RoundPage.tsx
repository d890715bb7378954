import {
  Badge,
  Button,
  Card,
  Group,
  Progress,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { useParams } from "react-router";

import { type Round, judgingKeys, roundQuery } from "@/api/judging";
import {
  changeRound,
  exportAddress,
  removeExpert,
  withdrawAnnotations,
} from "@/api/judgmentReports";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { CancelButton, CancelledNotice } from "@/components/Cancelling";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { count, formatCount, formatDateTime } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { SplitFiles } from "@/components/SplitFiles";
import { LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { AddExpertDialog } from "./AddExpertDialog";
import { AskDialog } from "./AskDialog";
import { AskingProgress } from "./AskingProgress";
import { describeProgress } from "./RoundsPage";
import { PAPER, PHASE_NAMES, TARGET_NAMES, meetingAddress, roundAddress } from "./roundWords";

const Markdown = lazy(() => import("@/components/Markdown"));

type Expert = Round["experts"][number];

const REFRESH_MS = 15_000;

/** A round for its lead: each expert's progress, and the next step. */
export default function RoundPage() {
  const { id = "" } = useParams();
  const round = useQuery({ ...roundQuery(Number(id)), refetchInterval: REFRESH_MS });
  return <QueryView query={round}>{(loaded) => <LoadedRound round={loaded} />}</QueryView>;
}

function LoadedRound({ round }: { readonly round: Round }) {
  const { slug, title: project } = useProject();
  const queryClient = useQueryClient();
  useDocumentTitle(round.title, project);
  const hasResults = round.phase !== "independent";
  const cancelling = {
    what: "round",
    review: round,
    onChange: async (how: "cancel" | "reopen") => {
      queryClient.setQueryData(judgingKeys.round(round.id), await changeRound(round.id, how));
      await queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(slug) });
    },
  };
  return (
    <>
      <PageHeader
        title={round.title}
        actions={
          <>
            <CancelButton {...cancelling} />
            {hasResults && (
              <>
                <LinkButton to={meetingAddress(slug, round.id)} variant="default">
                  {round.phase === "finished" ? "See the meeting" : "Join the meeting"}
                </LinkButton>
                <LinkButton to={roundAddress(slug, round.id, "report")}>Report</LinkButton>
              </>
            )}
          </>
        }
      >
        <Group gap="sm">
          <Badge color={round.phase === "finished" ? "plumb" : "gray"}>
            {PHASE_NAMES[round.phase]}
          </Badge>
          <span>
            Round {round.number} · {TARGET_NAMES[round.target]} · {describeProgress(round)}
          </span>
        </Group>
      </PageHeader>
      <CancelledNotice {...cancelling} />
      <Stack gap="lg">
        <Experts round={round} />
        <Sample round={round} />
        <Files slug={slug} round={round} />
        {hasResults && <FurtherAnnotations slug={slug} round={round} />}
        {round.guidelines !== "" && (
          <Card>
            <Title order={2} mb="sm">
              Guidelines for verdicts
            </Title>
            <Suspense fallback={<LoadingState />}>
              <Markdown project={slug}>{round.guidelines}</Markdown>
            </Suspense>
          </Card>
        )}
      </Stack>
    </>
  );
}

function Experts({ round }: { readonly round: Round }) {
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<Expert | null>(null);
  const [isAdding, adding] = useDisclosure(false);
  const isOpen = round.phase === "independent" && round.cancelled_at === null;
  const remove = useMutation({
    mutationFn: (number: number) => removeExpert(round.id, number),
    onSuccess: async (changed) => {
      queryClient.setQueryData(judgingKeys.round(round.id), changed);
      setLeaving(null);
      notifyDone("The expert was removed.");
      await queryClient.invalidateQueries({ queryKey: judgingKeys.rounds(round.project) });
    },
  });
  return (
    <Card>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2}>Experts</Title>
        {isOpen && (
          <Button variant="default" onClick={adding.open}>
            Add an expert
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {round.phase === "independent"
          ? "How many answers each expert has judged. Verdicts stay hidden until all have closed."
          : "All have closed phase 1; their first votes stay as they are."}
      </Text>
      <ScrolledTable label="Experts" minWidth={560}>
        <Table aria-label="Experts" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Expert</Table.Th>
              <Table.Th scope="col">Judged</Table.Th>
              <Table.Th scope="col">Phase 1</Table.Th>
              <Table.Th scope="col" w={130}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {round.experts.map((expert) => (
              <Table.Tr key={expert.number}>
                <Table.Th scope="row" fw={500}>
                  {expert.name}
                </Table.Th>
                <Table.Td>
                  <Text size="sm">
                    {expert.judged ?? "–"} of {round.answer_count}
                  </Text>
                  <Progress
                    mt={4}
                    size={4}
                    value={((expert.judged ?? 0) / Math.max(1, round.answer_count)) * 100}
                    aria-label={`Judged by ${expert.name}`}
                  />
                </Table.Td>
                <Table.Td>
                  {expert.closed_at === null ? (
                    "open"
                  ) : (
                    <>
                      closed <RelativeTime at={expert.closed_at} />
                    </>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {isOpen && expert.closed_at === null && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="brick"
                      aria-label={`Remove ${expert.name}`}
                      onClick={() => setLeaving(expert)}
                    >
                      Remove
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <AddExpertDialog round={round} opened={isAdding} onClose={adding.close} />
      <ConfirmDialog
        opened={leaving !== null}
        title="Remove an expert"
        action="Remove"
        isPending={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving.number);
        }}
      >
        {leaving?.name} leaves the round, and what they have judged so far goes with them. If all
        others have closed, the meeting opens. This can’t be undone.
      </ConfirmDialog>
    </Card>
  );
}

function Sample({ round }: { readonly round: Round }) {
  const repeated = round.size - round.answer_count;
  const facts: [string, string][] = [
    ["Seed", String(round.seed ?? "–")],
    [
      "Population",
      `${round.population_size === null ? "– annotations" : count(round.population_size, "annotation")} with a ${round.target} answer`,
    ],
    ["Draws", formatCount(round.size)],
    [
      "Answers to judge",
      `${formatCount(round.answer_count)}${repeated > 0 ? ` (${count(repeated, "draw")} hit one that was drawn before; figures count each draw)` : ""}`,
    ],
    ["Opened", formatDateTime(round.opened_at)],
    ...(round.consensus_at === null
      ? []
      : [["Phase 1 closed", formatDateTime(round.consensus_at)] satisfies [string, string]]),
    ...(round.finished_at === null
      ? []
      : [["Finished", formatDateTime(round.finished_at)] satisfies [string, string]]),
  ];
  return (
    <Card>
      <Title order={2} mb="sm">
        Sample
      </Title>
      <Table aria-label="Sample" variant="vertical" layout="fixed">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={180} scope="row">
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Files({ slug, round }: { readonly slug: string; readonly round: Round }) {
  const isOpen = round.phase === "independent";
  return (
    <SplitFiles
      slug={slug}
      what={
        isOpen
          ? "The sample, first votes, consensus and notes, once all experts have closed phase 1."
          : "The sample, first votes with justifications, consensus and the meeting’s notes."
      }
      files={
        isOpen
          ? []
          : [
              { label: "CSV", address: exportAddress(round.id, "csv") },
              { label: "JSON lines", address: exportAddress(round.id, "jsonl") },
            ]
      }
    />
  );
}

function FurtherAnnotations({ slug, round }: { readonly slug: string; readonly round: Round }) {
  const [isAsking, asking] = useDisclosure(false);
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawAnnotations(round.id),
    onSuccess: async (changed) => {
      queryClient.setQueryData(judgingKeys.round(round.id), changed);
      notifyDone("The request is withdrawn. Annotations that were started or done stay.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const { variability: gathered } = round;
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>Variability</Title>
          <Text size="sm" c="dimmed" maw={560}>
            {gathered === null
              ? `How far annotators agree on the judged examples. The paper collected ${PAPER.annotations - 1} more annotations of each, by separate annotators.`
              : `Requested: ${count(gathered.annotations, "annotation")} of each of ${count(gathered.examples, "example")}.`}
          </Text>
        </div>
        <Group gap="sm">
          {gathered !== null && (
            <Button
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Withdraw
            </Button>
          )}
          <Button variant="default" onClick={asking.open}>
            {gathered === null ? "Ask for annotations" : "Ask again"}
          </Button>
          {gathered !== null && (
            <LinkButton to={roundAddress(slug, round.id, "sheet")} variant="default">
              Sheet
            </LinkButton>
          )}
        </Group>
      </Group>
      {gathered !== null && (
        <>
          <AskingProgress slug={slug} />
          <Progress
            mt="md"
            value={(gathered.complete / Math.max(1, gathered.examples)) * 100}
            aria-label="Examples with all annotations"
          />
          <Text size="sm" mt={6}>
            {gathered.complete} of {count(gathered.examples, "example")} complete
            {gathered.annotations_missing > 0 &&
              `, ${count(gathered.annotations_missing, "annotation")} to come`}
          </Text>
        </>
      )}
      <AskDialog round={round} opened={isAsking} onClose={asking.close} />
    </Card>
  );
}
