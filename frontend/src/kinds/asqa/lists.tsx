import { Badge, Group, Stack, Text } from "@mantine/core";

import type { ExampleSummary } from "@/api/types";
import { count, formatCount, formatMean, formatShare } from "@/components/format";
import type { Column } from "@/components/PagedTable";

import type { AnnotatorColumn, KindPages, OwnFilter } from "../kindPages";
import type { LongFormAnnotation } from "./types";

const CONCERN: OwnFilter = {
  name: "has_concern",
  label: "Concern",
  width: 170,
  data: [
    { value: "", label: "Concern or none" },
    { value: "true", label: "With a concern" },
    { value: "false", label: "Without concern" },
  ],
};

const AMBIGUITY: Column<ExampleSummary> = {
  key: "ambiguity",
  header: "Disambiguations",
  width: "30%",
  render: ({ ambiguity, split, example_id: id }) => (
    <Stack gap={2}>
      <Group gap={8}>
        <Text size="sm">{count(ambiguity?.disambiguations ?? 0, "disambiguation")}</Text>
        {ambiguity !== null && ambiguity.concerns > 0 && (
          <Badge color="amber">{count(ambiguity.concerns, "concern")}</Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[split, ambiguity?.key ?? id].filter(Boolean).join(" · ")}
      </Text>
    </Stack>
  ),
};

/** Ambiguous questions have no page, but a key in the official files. */
export const EXAMPLES: KindPages["examples"] = {
  what: "Each ambiguous question. Open one to see all its answers side by side.",
  search: "Search questions and keys",
  howToStart: "Import a file of AmbigNQ or ASQA.",
  column: AMBIGUITY,
  order: { value: "key", label: "By key" },
  filters: [CONCERN],
};

const CONFIRMATIONS = [
  { value: "", label: "Confirmed and not" },
  { value: "true", label: "Something confirmed" },
  { value: "false", label: "Nothing confirmed" },
];

const ORDERS = [
  { value: "", label: "Newest first" },
  { value: "-word_count", label: "Longest first" },
  { value: "word_count", label: "Shortest first" },
  { value: "-coverage", label: "Best covered first" },
  { value: "coverage", label: "Least covered first" },
];

function factsOf(annotation: LongFormAnnotation): string {
  const { coverage, word_count: words, concern, missing } = annotation;
  const facts = [
    ...(concern !== "" && words > 0 ? [count(words, "word")] : []),
    ...(coverage === null ? [] : [`${formatShare(coverage)} covered`]),
    ...(missing.length === 0 ? [] : [`${formatCount(missing.length)} confirmed`]),
  ];
  return facts.join(" · ");
}

export const ANNOTATIONS: KindPages["annotations"] = {
  opens: "beside the other answers to its question",
  filters: [
    CONCERN,
    { name: "has_confirmation", label: "Confirmation", width: 185, data: CONFIRMATIONS },
  ],
  orders: ORDERS,
  questionWidth: "26%",
  lines: 3,
  facts: factsOf,
};

export const ANNOTATOR_COLUMNS: AnnotatorColumn[] = [
  {
    key: "words",
    header: "Mean answer",
    align: "right",
    values: [
      {
        header: "Mean answer (words)",
        of: ({ long_form: figures }) => figures?.words_mean ?? null,
      },
      { header: "Covered", of: ({ long_form: figures }) => figures?.coverage_mean ?? null },
    ],
    render: ({ long_form: figures }) => (
      <TwoFigures
        above={meanWords(figures?.words_mean ?? null)}
        below={`${formatShare(figures?.coverage_mean ?? null)} covered`}
      />
    ),
  },
  {
    key: "concerns",
    header: "To review",
    align: "right",
    values: [
      { header: "Concerns", of: ({ long_form: figures }) => figures?.concerns ?? null },
      { header: "Confirmations", of: ({ long_form: figures }) => figures?.confirmations ?? null },
    ],
    render: ({ long_form: figures }) => (
      <TwoFigures
        above={count(figures?.concerns ?? 0, "concern")}
        below={`${formatCount(figures?.confirmations ?? 0)} confirmed`}
      />
    ),
  },
];

function meanWords(mean: number | null): string {
  const shown = formatMean(mean);
  return `${shown} ${shown === "1" ? "word" : "words"}`;
}

function TwoFigures({ above, below }: { above: string; below: string }) {
  return (
    <Stack gap={0} style={{ whiteSpace: "nowrap" }}>
      <span>{above}</span>
      <Text size="xs" c="dimmed">
        {below}
      </Text>
    </Stack>
  );
}
