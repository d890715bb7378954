import { Alert, Anchor, Card, Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";

import {
  type AnnotatorStatistics,
  annotatorStatisticsQuery,
  type Signal,
} from "@/api/statisticsPeople";
import { dayOf } from "@/components/figures/values";
import { count, formatDate } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { QueryView } from "@/components/QueryView";
import { useFocusPassedOn } from "@/components/useFocusPassedOn";
import { wordOf } from "@/kinds/words";

import { useReportPlace } from "../../parts/ReportContext";
import { SectionPlot } from "../../parts/SectionPlot";
import { KnownAnswers } from "./KnownAnswers";
import { Requalification } from "./Requalification";
import { describeSignal } from "./signals";
import { useAnnotators } from "./useAnnotators";
import { usePanelAddress } from "./usePanelAddress";

/** One annotator over time, with the examples behind each signal. */
export function AnnotatorPanel({ annotator }: { readonly annotator: number }) {
  const { slug, hiddenSplit } = useReportPlace();
  const statistics = useQuery(annotatorStatisticsQuery(slug, annotator, hiddenSplit));
  return (
    <QueryView query={statistics}>
      {(loaded) => <Panel slug={slug} statistics={loaded} />}
    </QueryView>
  );
}

interface PanelProps {
  readonly slug: string;
  readonly statistics: AnnotatorStatistics;
}

function Panel({ slug, statistics }: PanelProps) {
  const addressOf = usePanelAddress();
  const { name, signals, plots } = statistics;
  const annotator = useAnnotators().byKey.get(String(statistics.id));
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusPassedOn(panel);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const flagged = new Set(signals.map(({ measure }) => measure));
  const charts = [...plots].sort(
    (one, other) => Number(flagged.has(other.name)) - Number(flagged.has(one.name)),
  );
  return (
    <Card ref={panel} component="section" aria-labelledby="one-annotator" padding="xl">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <Title order={2} id="one-annotator" ref={heading} tabIndex={-1}>
            {name}
          </Title>
          <LinkButton to={addressOf(null)} variant="default" size="compact-md">
            Close
          </LinkButton>
        </Group>
        <KnownAnswers annotator={annotator} training={statistics.training} />
        {signals.length === 0 && (
          <Text size="sm">
            No difference from the others, or from before, is larger than chance.
          </Text>
        )}
        {signals.map((signal) => (
          <SignalExamples
            key={`${signal.measure}${String(signal.upwards)}`}
            slug={slug}
            signal={signal}
          />
        ))}
        <Group>
          <Requalification statistics={statistics} />
          {annotator !== undefined && (
            <Anchor
              component={Link}
              size="sm"
              to={`/projects/${slug}/annotations?annotator=${encodeURIComponent(annotator.username)}`}
            >
              All annotations of {name}
            </Anchor>
          )}
        </Group>
        {charts.length > 0 && (
          <Stack gap="md">
            <Text size="sm" c="dimmed" maw={720}>
              A moving average of their annotations in order, with limits around their own mean. The
              newest annotation has a tenth of the weight. Points beyond the limits can be chance;
              signals come from all annotations since a change, or since the start.
            </Text>
            {charts.map((plot) => (
              <SectionPlot
                key={plot.name}
                section="people"
                plot={plot}
                labels={{ key: (made) => formatDate(dayOf(Number(made) / MICROSECONDS)) }}
                addressOf={() => undefined}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

const MICROSECONDS = 1000;

function SignalExamples({ slug, signal }: { readonly slug: string; readonly signal: Signal }) {
  const { examples, behind, since, until } = signal;
  return (
    <Alert color="amber" title={wordOf("people", signal.measure).label}>
      <Stack gap="xs">
        <Text size="sm">
          {describeSignal(signal)}
          {since !== null && until !== null && (
            <>
              {" "}
              From {formatDate(dayOf(since))} to {formatDate(dayOf(until))}.
            </>
          )}
        </Text>
        <details open>
          <summary>
            {examples.length < behind
              ? `The latest ${examples.length} of ${count(behind, "example")}`
              : count(behind, "example")}
          </summary>
          <List size="sm" mt="xs">
            {examples.map(({ id, question }) => (
              <List.Item key={id}>
                <Anchor
                  component={Link}
                  to={`/projects/${slug}/examples/${id}`}
                  size="sm"
                  display="inline-block"
                  py={4}
                >
                  {question}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </details>
      </Stack>
    </Alert>
  );
}
