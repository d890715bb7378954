import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import {
  type AnalysedAnswer,
  analysedAnswerQuery,
  analysedAnswersQuery,
  analysisQuery,
  type ErrorAnalysis,
} from "@/api/errorAnalyses";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { FinishButton } from "./FinishButton";
import { useLabelDrafts } from "./labelDrafts";
import { LabelPanel } from "./LabelPanel";
import { ShownAnswer } from "./ShownAnswer";
import { analysesAddress, systemOf } from "./words";

const NAMES = ["answer"] as const;

/** The answers of an error analysis one by one: to label them, or to read what was said. */
export default function AnswersPage() {
  const { slug, title } = useProject();
  useDocumentTitle("Answers of an error analysis", title);
  const analysis = useQuery(analysisQuery(slug, Number(useParams().id)));
  return (
    <QueryView query={analysis} errorOrder={1}>
      {(found) => <Answers slug={slug} analysis={found} />}
    </QueryView>
  );
}

function Answers({ slug, analysis }: { readonly slug: string; readonly analysis: ErrorAnalysis }) {
  const { id, size, seat } = analysis;
  const { filters, setFilter } = useListParams(NAMES);
  const rows = useQuery(analysedAnswersQuery(slug, id));
  const drafts = useLabelDrafts(id);
  // Answers that are hidden from the reader now are not in the list.
  const readable = rows.data ?? [];
  const open = readable.find(({ own }) => own === null) ?? readable[0];
  const asked = Number.parseInt(filters.answer, 10);
  const number = Number.isNaN(asked) ? (open?.number ?? 1) : asked;
  const previous = readable.findLast((each) => each.number < number)?.number ?? null;
  const next = readable.find((each) => each.number > number)?.number ?? null;
  const answer = useQuery(analysedAnswerQuery(slug, id, number));
  const own = analysis.labellers.find((labeller) => labeller.number === seat);
  const isOpen = own?.finished_at === null && analysis.cancelled_at === null;
  const go = (to: number | null) => {
    if (to !== null) setFilter("answer", String(to));
  };
  if (rows.data === undefined) return <QueryView query={rows}>{() => null}</QueryView>;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          Answer {number} of {size}: {systemOf(analysis)}
        </Title>
        <Group>
          <LinkButton to={analysesAddress(slug, String(id))} variant="default">
            Analysis
          </LinkButton>
          {isOpen && (
            <FinishButton
              slug={slug}
              analysis={analysis}
              unsaved={drafts.unsaved.filter((each) => readable.some((row) => row.number === each))}
              hidden={size - readable.length}
              onGo={go}
            />
          )}
        </Group>
      </Group>
      <QueryView query={answer}>
        {(found) => (
          <Group align="flex-start" gap="xl" wrap="wrap">
            <ShownAnswer answer={found} />
            {isOpen ? (
              <LabelPanel
                key={found.number}
                slug={slug}
                analysis={analysis}
                answer={found}
                drafts={drafts}
                previous={previous}
                next={next}
                onGo={go}
              />
            ) : (
              <Stack maw={340} gap="sm">
                {labelsOf(found, seat).map(({ labeller, labels, note }) => (
                  <Text key={labeller} size="sm">
                    <strong>
                      {analysis.labellers.find((each) => each.number === labeller)?.name}:
                    </strong>{" "}
                    {labels.map((place) => analysis.labels[place]?.name).join(", ")}
                    {note !== "" && ` (${note})`}
                  </Text>
                ))}
                {analysis.finished_at === null && (
                  <Text size="sm" c="dimmed">
                    You see the other person’s labels once they have finished, too.
                  </Text>
                )}
                <Group>
                  <Button
                    variant="default"
                    disabled={previous === null}
                    onClick={() => go(previous)}
                  >
                    Previous
                  </Button>
                  <Button variant="default" disabled={next === null} onClick={() => go(next)}>
                    Next
                  </Button>
                </Group>
              </Stack>
            )}
          </Group>
        )}
      </QueryView>
    </Stack>
  );
}

/** Everybody’s labels of an answer; until all have finished, the reader’s own. */
function labelsOf({ all, own }: AnalysedAnswer, seat: number | null) {
  return all ?? (own === null || seat === null ? [] : [{ ...own, labeller: seat }]);
}
