import { Select, Stack, Text } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { EncoderRow, Retrieval, RetrievalBenchmark } from "@/api/retrieval";
import { DifferencesNote } from "@/components/DifferencesNote";
import { count, formatDate } from "@/components/format";
import { ScopeOf } from "@/components/ScopeLine";
import { EmptyState } from "@/components/states";

import { RecallCurve } from "./RecallCurve";
import { RetrievalTable } from "./RetrievalTable";
import { KINDS } from "./words";

interface EncodersProps {
  readonly found: Retrieval;
  readonly onBenchmark: (benchmark: string) => void;
  /** Compares all encoders with one, by its number; "" with none. */
  readonly onAgainst: (encoder: string) => void;
  readonly actions?: (row: EncoderRow) => ReactNode;
  /** What leads find below the table. */
  readonly children?: ReactNode;
}

/** What is asked, as a choice: two sets of questions can have the same name. */
export function benchmarkName({ name, questions, read_at: at }: RetrievalBenchmark): string {
  return `${name}: ${count(questions, "question")}, ${formatDate(at)}`;
}

/** Whether a figure has an interval: it needs enough questions. */
function hasIntervals(encoders: readonly EncoderRow[]): boolean {
  return encoders.some((row) =>
    KINDS.some(({ key }) => Object.values(row[key]).some(({ interval }) => interval !== null)),
  );
}

/** Encoders as everybody sees them: on which questions, the table, and recall over N. */
export function Encoders({ found, onBenchmark, onAgainst, actions, children }: EncodersProps) {
  const { benchmarks, encoders, project } = found;
  const benchmark = benchmarks.find(({ id }) => id === found.benchmark);
  if (benchmark === undefined || encoders.length === 0) {
    return (
      <EmptyState icon={IconListSearch} title="No encoders yet">
        Each encoder gets a row here: how well it finds the sentence that answers a question.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      {benchmark.is_simulated && (
        <Text size="sm">All annotations behind these questions are simulated.</Text>
      )}
      {benchmarks.length > 1 && (
        <Select
          label="Questions"
          maw={420}
          data={benchmarks.map((each) => ({ value: String(each.id), label: benchmarkName(each) }))}
          value={String(benchmark.id)}
          onChange={(value) => {
            onBenchmark(value ?? "");
          }}
        />
      )}
      <Text size="sm">
        {benchmark.name}: {count(benchmark.questions, "question")}, searched in{" "}
        {count(benchmark.index_size, "sentence")} of {count(benchmark.paragraphs, "paragraph")}.
      </Text>
      {encoders.length > 1 && (
        <Select
          label="Compare with"
          description="How much better each other encoder is on the same questions"
          maw={320}
          data={[
            { value: "", label: "No encoder" },
            ...encoders.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={String(found.against ?? "")}
          onChange={(value) => {
            onAgainst(value ?? "");
          }}
        />
      )}
      <RetrievalTable encoders={encoders} actions={actions} />
      <Text size="sm" c="dimmed" maw={720}>
        MRR is the mean of 1 / rank of the best right sentence, R@N the share of questions with a
        right one among the first N; equal scores share their mean rank. A paragraph ranks by its
        best sentence.{" "}
        {hasIntervals(encoders)
          ? "Below a figure is its 95% interval."
          : "There are no 95% intervals: they need more questions."}{" "}
        Cost: seconds for the whole index and for a question, and the memory of the index.
      </Text>
      {hasIntervals(encoders) && <ScopeOf what="encoders" />}
      {found.against !== null && (
        <DifferencesNote
          number={encoders.length}
          of="encoders"
          unit="questions"
          hasIntervals={encoders.some((row) =>
            KINDS.some(({ key }) =>
              Object.values(row[key]).some(({ difference }) => difference?.interval != null),
            ),
          )}
        />
      )}
      {children}
      {KINDS.map(({ key }) => (
        <RecallCurve
          key={key}
          encoders={encoders}
          kind={key}
          fileName={`recall-${key}-${project}`}
        />
      ))}
    </Stack>
  );
}
