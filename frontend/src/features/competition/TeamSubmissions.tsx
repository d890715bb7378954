import { Badge, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type Competition, type TeamSubmission, teamSubmissionsQuery } from "@/api/competitions";
import { formatMetric, fullName } from "@/components/metricWords";
import { type Column, PAGE_SIZE, PagedTable, RowLink } from "@/components/PagedTable";
import { RelativeTime } from "@/components/RelativeTime";

import classes from "./competition.module.css";
import { OUTCOMES } from "./outcomes";

function columnsOf({ project: slug, split, phases }: Competition): Column<TeamSubmission>[] {
  const figure = (key: "whole" | "public" | "private", header: string): Column<TeamSubmission> => ({
    key,
    header,
    align: "right",
    width: 90,
    render: (row) => formatMetric(row.metric, row[key] ?? undefined),
  });
  const hasHalves = phases.some(({ has_halves: has }) => has);
  return [
    {
      key: "team",
      header: "Team and system",
      render: ({ team, name, system }) => (
        <>
          <Text size="sm" fw={550} className={classes.name}>
            {team}
          </Text>
          {system === null ? (
            <Text size="sm">{name}</Text>
          ) : (
            <RowLink to={`/projects/${slug}/leaderboard/systems/${system}?split=${split}`}>
              {name}
            </RowLink>
          )}
        </>
      ),
    },
    // On a narrow screen the figure shows before the table scrolls.
    figure("whole", "Whole"),
    ...(hasHalves ? [figure("public", "Public"), figure("private", "Private")] : []),
    {
      key: "when",
      header: "Submitted",
      width: 170,
      render: ({ submitted_at: at, submitted_by: by, phase }) => (
        <>
          <Text size="sm">
            <RelativeTime at={at} />
            {by !== null && ` by ${by}`}
          </Text>
          <Text size="xs" c="dimmed">
            {phases.find(({ number }) => number === phase)?.name}
          </Text>
        </>
      ),
    },
    {
      key: "outcome",
      header: "Outcome",
      width: 120,
      render: ({ outcome, counts, is_final: isFinal }) => (
        <Stack gap={4} align="flex-start">
          <Badge color={OUTCOMES[outcome].color}>{OUTCOMES[outcome].label}</Badge>
          {counts && <Text size="xs">{isFinal ? "Chosen" : "Counts"}</Text>}
        </Stack>
      ),
    },
  ];
}

/** What teams have submitted, with the figures that nobody but stewards sees yet. */
export function TeamSubmissions({ competition }: { readonly competition: Competition }) {
  const { project: slug, phases } = competition;
  const [page, setPage] = useState(1);
  const submissions = useQuery(teamSubmissionsQuery(slug, { page, page_size: PAGE_SIZE }));
  const metrics = [...new Set(phases.map(({ metric }) => fullName(metric)))].join(", ");
  return (
    <section aria-labelledby="team-submissions">
      <Title order={2} size="h3" mb={4} id="team-submissions">
        Submissions
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {metrics !== "" && `Figures: ${metrics}. `}Only organisers see this list.
      </Text>
      <PagedTable
        label="Submissions of teams"
        query={submissions}
        columns={columnsOf(competition)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={setPage}
        minWidth={560}
        empty={
          <Text size="sm" c="dimmed" p="md">
            No team has submitted yet.
          </Text>
        }
      />
    </section>
  );
}
