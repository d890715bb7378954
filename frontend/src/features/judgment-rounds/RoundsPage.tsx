import { Anchor, Badge, Stack, Text } from "@mantine/core";
import { IconGavel, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { type Round, roundsQuery } from "@/api/judging";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { PHASE_NAMES, TARGET_NAMES, roundAddress } from "./roundWords";

const FILTERS: readonly never[] = [];

/** The state of a round, in one line. */
export function describeProgress(round: Round): string {
  const { experts, disagreements, settled, answer_count: answers } = round;
  if (round.cancelled_at !== null) return "Cancelled";
  if (round.phase === "independent") {
    const closed = experts.filter((expert) => expert.closed_at !== null).length;
    return `${closed} of ${count(experts.length, "expert")} closed`;
  }
  if (round.phase === "consensus") {
    return `${settled ?? 0} of ${count(answers, "answer")} settled`;
  }
  return `${count(disagreements ?? 0, "disagreement")} settled in the meeting`;
}

function listColumns(slug: string): Column<Round>[] {
  return [
    {
      key: "round",
      header: "Round",
      render: ({ id, number, title, target, size }) => (
        <Stack gap={2}>
          <Anchor component={Link} to={roundAddress(slug, id)} size="sm" fw={500}>
            {title}
          </Anchor>
          <Text size="xs" c="dimmed">
            Round {number} · {TARGET_NAMES[target]} · {count(size, "draw")}
          </Text>
        </Stack>
      ),
    },
    {
      key: "phase",
      header: "Phase",
      width: 170,
      render: ({ phase }) => (
        <Badge color={phase === "finished" ? "plumb" : "gray"}>{PHASE_NAMES[phase]}</Badge>
      ),
    },
    {
      key: "progress",
      header: "Progress",
      width: 220,
      render: (round) => <Text size="sm">{describeProgress(round)}</Text>,
    },
    {
      key: "opened",
      header: "Opened",
      width: 120,
      render: ({ opened_at: at }) => (
        <Text size="sm" c="dimmed" component="div">
          <RelativeTime at={at} />
        </Text>
      ),
    },
  ];
}

/** The judgment rounds of a project, for its leads. */
export default function RoundsPage() {
  const { slug, title } = useProject();
  useDocumentTitle("Judgment rounds", title);
  const { page, setPage } = useListParams(FILTERS);
  const rounds = useQuery(roundsQuery(slug, page));
  const open = (
    <LinkButton to={roundAddress(slug, "new")} leftSection={<IconPlus size={17} aria-hidden />}>
      New round
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Judgment rounds" actions={open}>
        Experts judge a sample of answers, first alone, then in a meeting. A round’s report says how
        precise the annotations are.
      </PageHeader>
      <PagedTable
        label="Judgment rounds"
        query={rounds}
        columns={listColumns(slug)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState icon={IconGavel} title="No rounds yet">
            To open one, you need annotations with an answer and members with the role of expert. In
            the paper, four experts judged 139 answers.
          </EmptyState>
        }
      />
    </>
  );
}
