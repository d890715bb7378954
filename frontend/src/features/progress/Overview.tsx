import {
  Card,
  Group,
  Progress as Bar,
  RingProgress,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";

import { type Overview as OverviewAnswer, overviewQuery } from "@/api/overview";
import { progressQuery } from "@/api/projects";
import type { Project, ProjectProgress } from "@/api/types";
import { AsOf } from "@/components/AsOf";
import { count, formatCount, formatDate, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { KINDS } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { AnnotationsPerDay } from "./AnnotationsPerDay";
import { FirstSteps, isNew } from "./FirstSteps";
import { ClausesNotice, OpenPoints } from "./OpenPoints";
import { ReadyLine } from "./ReadyLine";
import { WaitingCard } from "./WaitingCard";

// It has the words of all statistics.
const QualityCard = lazy(async () => ({ default: (await import("./QualityCard")).QualityCard }));

const REFRESH_MS = 15_000;

interface CompletionProps {
  readonly progress: ProjectProgress;
  readonly forecast: OverviewAnswer["forecast"] | undefined;
}

function Completion({ progress, forecast }: CompletionProps) {
  const {
    examples,
    examples_complete: complete,
    annotations_required: required,
    annotations_submitted: submitted,
  } = progress;
  const share = required === 0 ? 0 : Math.min(1, submitted / required);
  return (
    <Card>
      <Group gap="xl" wrap="nowrap" align="center">
        <RingProgress
          size={132}
          thickness={11}
          roundCaps={share > 0}
          sections={[{ value: share * 100, color: "plumb" }]}
          label={
            <Text ta="center" fz="1.375rem" fw={550}>
              {formatShare(share)}
            </Text>
          }
          role="img"
          aria-label={`${formatShare(share)} of all annotations are done`}
        />
        <Stack gap="md" flex={1}>
          <div>
            <Text fw={550}>
              {formatCount(submitted)} of {count(required, "annotation")}
            </Text>
            <Text size="sm" c="dimmed">
              submitted by {count(progress.annotators, "active annotator")};{" "}
              {formatCount(progress.open_assignments)} being answered now
            </Text>
          </div>
          <div>
            <Text fw={550} mb={6}>
              {formatCount(complete)} of {count(examples, "example")}
            </Text>
            <Bar
              value={examples === 0 ? 0 : (complete / examples) * 100}
              size="sm"
              aria-label="Complete examples"
            />
            <Text size="sm" c="dimmed" mt={6}>
              have every annotation they need
            </Text>
          </div>
          {forecast !== undefined && (
            <Text size="sm">
              {required > 0 && submitted >= required ? finishedOn(forecast) : expectedEnd(forecast)}
            </Text>
          )}
        </Stack>
      </Group>
    </Card>
  );
}

/** *12 Mar 2027 (3 Mar to 20 Apr 2027)*, or why there is no day. */
function expectedEnd({ day, low, high, reason }: OverviewAnswer["forecast"]): string {
  if (day === null) return `No expected end: ${reason}`;
  const range = low !== null && high !== null ? ` (${formatDate(low)} to ${formatDate(high)})` : "";
  return `Expected end: ${formatDate(day)}${range}`;
}

/** Nothing is left; old statistics don't know the last day. */
function finishedOn({ day }: OverviewAnswer["forecast"]): string {
  return `Everything is annotated.${day === null ? "" : ` Finished on ${formatDate(day)}.`}`;
}

/** A lead's first page: how far the project is, or what to do first. */
export function Overview({ project }: { project: Project }) {
  useDocumentTitle("Overview", project.title);
  const { ProgressFigures } = useKind(project.kind);
  const progress = useQuery({ ...progressQuery(project.slug), refetchInterval: REFRESH_MS });
  const figures = progress.data?.project ?? null;
  const overview = useQuery({ ...overviewQuery(project.slug), refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHeader
        title={project.title}
        actions={
          figures !== null &&
          figures.annotations_submitted > 0 && (
            <LinkButton to="export" variant="default">
              Export
            </LinkButton>
          )
        }
      >
        {KINDS[project.kind].name} · {count(project.overlap, "annotation")} per example
      </PageHeader>
      <QueryView query={progress}>
        {() =>
          figures === null || isNew(figures) ? (
            <Stack gap="lg">
              <FirstSteps project={project} progress={figures} />
              {figures !== null && <ClausesNotice examples={figures.examples_with_clauses} />}
            </Stack>
          ) : (
            <Stack gap="lg">
              {overview.data !== undefined && (
                <ReadyLine overview={overview.data} progress={figures} />
              )}
              <OpenPoints project={project} progress={figures} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <Completion progress={figures} forecast={overview.data?.forecast} />
                {overview.data !== undefined && <WaitingCard waiting={overview.data.waiting} />}
              </SimpleGrid>
              {overview.data !== undefined && (
                <Suspense>
                  <QualityCard project={project} overview={overview.data} />
                </Suspense>
              )}
              {ProgressFigures !== null && <ProgressFigures progress={figures} />}
              <Card>
                <Title order={2} size="h3" mb="md">
                  Annotations per day
                </Title>
                <AnnotationsPerDay days={figures.by_day} today={new Date(figures.as_of)} />
              </Card>
              <AsOf at={figures.as_of} />
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}
