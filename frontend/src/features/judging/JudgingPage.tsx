import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";

import { type Round, roundsQuery } from "@/api/judging";
import type { Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { nextStep, type Step } from "./nextStep";

const columns = (project: Project): Column<Round>[] => [
  {
    key: "title",
    header: "Round",
    render: (round) => (
      <Stack gap={2}>
        <Anchor
          component={Link}
          to={`/projects/${project.slug}/judging/${round.id}`}
          size="sm"
          fw={500}
        >
          {round.title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {round.target === "long" ? "Long answers" : "Short answers"} · {round.answer_count} to
          judge
        </Text>
      </Stack>
    ),
  },
  {
    key: "step",
    header: "Status",
    render: (round) => <StepView step={nextStep(round)} />,
  },
  {
    key: "opened",
    header: "Opened",
    width: 130,
    render: ({ opened_at: at }) => (
      <Text size="sm" c="dimmed" component="div">
        <RelativeTime at={at} />
      </Text>
    ),
  },
  {
    key: "action",
    header: "",
    width: 150,
    align: "right",
    render: (round) => {
      const { action, isYours } = nextStep(round);
      return (
        <LinkButton
          to={`/projects/${project.slug}/judging/${round.id}`}
          size="compact-md"
          variant={isYours ? "filled" : "default"}
        >
          {action}
        </LinkButton>
      );
    },
  },
];

function StepView({ step }: { step: Step }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Badge color={step.isYours ? "plumb" : "gray"} flex="none">
        {step.phase}
      </Badge>
      <Text size="sm" c="dimmed">
        {step.detail}
      </Text>
    </Group>
  );
}

/** An expert's rounds, each with the next step. */
export default function JudgingPage() {
  const project = useProject();
  useDocumentTitle("Judging", project.title);
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get("page")) || 1);
  const rounds = useQuery(roundsQuery(project.slug, page));
  return (
    <>
      <PageHeader title="Judging">
        Experts judge the annotators’ answers, first alone, then together. You don’t see who wrote
        them.
      </PageHeader>
      <PagedTable
        label="Rounds"
        query={rounds}
        columns={columns(project)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={(next) => setSearch({ page: String(next) })}
        empty={
          <EmptyState
            icon={IconGavel}
            title="No judging rounds yet"
            action={
              <LinkButton to={`/projects/${project.slug}/guidelines`} variant="light" mt="xs">
                Read the guidelines
              </LinkButton>
            }
          >
            A round appears here when a lead opens one with you in it. Until then, read the
            guidelines again: they say what a good answer is.
          </EmptyState>
        }
      />
    </>
  );
}
