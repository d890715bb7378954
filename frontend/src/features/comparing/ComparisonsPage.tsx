import { Badge, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight, IconColumns2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { studiesQuery, type Study } from "@/api/comparisons";
import { useProject } from "@/api/useProject";
import { count, formatCount } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { Correction } from "./Correction";

/** The studies in which somebody compares, and how far they have come in each. */
export default function ComparisonsPage() {
  const project = useProject();
  useDocumentTitle("Comparing", project.title);
  const studies = useQuery(studiesQuery(project.slug, { page_size: 100 }));
  return (
    <>
      <PageHeader title="Comparing">
        Compare two answers to one question: what each captures, and which is better. You don’t see
        where they come from.
      </PageHeader>
      <QueryView query={studies}>
        {({ results }) =>
          results.length === 0 ? (
            <Card>
              <EmptyState icon={IconColumns2} title="Nothing to compare yet">
                A study appears here when a lead opens one with you in it.
              </EmptyState>
            </Card>
          ) : (
            <Stack>
              {results.map((study) => (
                <StudyCard key={study.id} slug={project.slug} study={study} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

function StudyCard({ slug, study }: { slug: string; study: Study }) {
  const { done, total } = study.comparers.find((each) => each.is_you) ?? { done: 0, total: 0 };
  const mayCompare = study.finished_at === null && study.cancelled_at === null;
  const isOpen = mayCompare && done < total;
  return (
    <Card component="article" aria-label={study.title}>
      <Group justify="space-between" align="center" wrap="nowrap">
        <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
          <Group gap="sm">
            <Title order={2} size="h3">
              {study.title}
            </Title>
            {done === total && <Badge>All compared</Badge>}
            {study.finished_at !== null && <Badge color="gray">Ended by a lead</Badge>}
            {study.cancelled_at !== null && <Badge color="gray">Cancelled by a lead</Badge>}
          </Group>
          <Progress
            value={total === 0 ? 0 : (done / total) * 100}
            maw={420}
            aria-label={`Progress in ${study.title}`}
          />
          <Text size="sm" c="dimmed">
            {formatCount(done)} of {count(total, "pair")} compared
          </Text>
        </Stack>
        {isOpen && (
          <LinkButton
            to={`/projects/${slug}/comparing/${study.id}`}
            rightSection={<IconArrowRight size={18} aria-hidden />}
          >
            {done === 0 ? "Begin" : "Go on"}
          </LinkButton>
        )}
      </Group>
      {mayCompare && done > 0 && <Correction slug={slug} study={study} />}
    </Card>
  );
}
