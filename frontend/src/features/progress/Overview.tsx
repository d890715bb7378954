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

import { progressQuery } from "@/api/projects";
import type { Project, ProjectProgress } from "@/api/types";
import { AsOf } from "@/components/AsOf";
import { Figure } from "@/components/Figure";
import { count, formatCount, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { KINDS } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { AnnotationsPerDay } from "./AnnotationsPerDay";
import { FirstSteps, isNew } from "./FirstSteps";
import { ClausesNotice, OpenPoints } from "./OpenPoints";

const REFRESH_MS = 15_000;

function Completion({ progress }: { progress: ProjectProgress }) {
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
          roundCaps
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
              submitted
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
        </Stack>
      </Group>
    </Card>
  );
}

function Figures({ progress }: { progress: ProjectProgress }) {
  const toGo = Math.max(0, progress.annotations_required - progress.annotations_submitted);
  return (
    <Card>
      <SimpleGrid
        cols={2}
        spacing="lg"
        verticalSpacing="xl"
        h="100%"
        style={{ alignItems: "center" }}
      >
        <Figure
          value={formatCount(progress.annotators)}
          label={progress.annotators === 1 ? "annotator" : "annotators"}
        />
        <Figure
          value={formatCount(progress.open_assignments)}
          label="being annotated now"
          hint="Questions that somebody is answering right now"
        />
        <Figure
          value={formatCount(toGo)}
          label={toGo === 1 ? "annotation to go" : "annotations to go"}
        />
        <Figure
          value={formatCount(progress.late)}
          label={
            progress.late === 1 ? "late annotation to decide on" : "late annotations to decide on"
          }
          hint="Arrived after their question had gone to somebody else. They don’t count until you accept them on the Annotations page"
        />
      </SimpleGrid>
    </Card>
  );
}

/** A lead's first page: how far the project is, or what to do first. */
export function Overview({ project }: { project: Project }) {
  useDocumentTitle("Overview", project.title);
  const { ProgressFigures } = useKind(project.kind);
  const progress = useQuery({ ...progressQuery(project.slug), refetchInterval: REFRESH_MS });
  const figures = progress.data?.project ?? null;
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
              <OpenPoints project={project} progress={figures} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <Completion progress={figures} />
                <Figures progress={figures} />
              </SimpleGrid>
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
