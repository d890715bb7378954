import { Text } from "@mantine/core";

import type { ExampleSummary } from "@/api/types";
import { formatShare } from "@/components/format";
import { type Column, TwoLines } from "@/components/PagedTable";

import type { AnnotatorColumn, KindPages } from "../kindPages";

const PAGE: Column<ExampleSummary> = {
  key: "page",
  header: "Page",
  width: "30%",
  render: ({ page_title: title, split }) => (
    <TwoLines>
      {title}
      {split !== "" && (
        <Text span size="xs" c="dimmed">
          {" "}
          · {split}
        </Text>
      )}
    </TwoLines>
  ),
};

export const EXAMPLES: KindPages["examples"] = {
  what: "Each question with its page. Open one to see every annotation of it on the page.",
  search: "Search questions and pages",
  howToStart: "Import a file of Natural Questions, or questions with pages of your own.",
  column: PAGE,
  order: { value: "page_title", label: "By page" },
  filters: [],
};

const QUALITIES = [
  { value: "", label: "Any question" },
  { value: "good", label: "Good questions" },
  { value: "bad", label: "Bad questions" },
];

const LONG_ANSWERS = [
  { value: "", label: "Any long answer" },
  { value: "true", label: "With a long answer" },
  { value: "false", label: "Without one" },
];

export const ANNOTATIONS: KindPages["annotations"] = {
  opens: "on its page",
  filters: [
    { name: "question_quality", label: "Question", width: 160, data: QUALITIES },
    { name: "has_long_answer", label: "Long answer", width: 190, data: LONG_ANSWERS },
  ],
  orders: [],
  questionWidth: "32%",
  lines: 1,
  facts: () => "",
};

export const ANNOTATOR_COLUMNS: AnnotatorColumn[] = [
  {
    key: "null",
    header: "No answer",
    align: "right",
    values: [{ header: "No answer", of: ({ null_share: share }) => share }],
    render: ({ null_share: share }) => formatShare(share),
  },
  {
    key: "bad",
    header: "Bad question",
    align: "right",
    values: [{ header: "Bad question", of: ({ bad_share: share }) => share }],
    render: ({ bad_share: share }) => formatShare(share),
  },
];
