import { Anchor, Badge, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";

import { type Round, roundsQuery } from "@/api/judging";
import type { Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { formatCount } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { nextStep, type Step } from "./nextStep";

/** In pixels: what a window of 320 leaves beside margins and borders. */
const NARROWEST = 280;

/** Two columns alone, so that the button is in sight on a telephone too. */
const columns = (project: Project): Column<Round>[] => [
  {
    key: "title",
    header: "Round",
    render: (round) => (
      <Stack gap={4}>
        <Anchor
          component={Link}
          to={`/projects/${project.slug}/judging/${round.id}`}
          size="sm"
          fw={500}
          style={{ overflowWrap: "anywhere" }}
        >
          {round.title}
        </Anchor>
        <StepView step={nextStep(round)} />
        <Text size="xs" c="dimmed" component="div">
          {round.target === "long" ? "Long answers" : "Short answers"} ·{" "}
          {formatCount(round.answer_count)} to judge · opened <RelativeTime at={round.opened_at} />
        </Text>
      </Stack>
    ),
  },
  {
    key: "action",
    header: <VisuallyHidden>Action</VisuallyHidden>,
    width: 104,
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
    <Group gap="2px 8px">
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
        minWidth={NARROWEST}
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
