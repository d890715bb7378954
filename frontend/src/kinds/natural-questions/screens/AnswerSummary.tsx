import { Badge, Group, Text } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import type { TokenSpan } from "@/anchoring/spans";

import { describe } from "../describe";
import type { NaturalQuestionsAnnotation } from "../types";
import classes from "./AnnotationList.module.css";
import { boxName } from "./boxNames";
import { type Decision, differencesOf, runsOf } from "./differences";
import { shortAnswerText } from "./distinctAnswers";

const DECISIONS: Readonly<Record<Decision, string>> = {
  question_quality: "Other judgment of the question",
  long_answer: "Other long answer",
  short_answer: "Other short answer",
};

interface AnswerSummaryProps {
  /** What the answer is called here and on the page. */
  readonly letter: string;
  readonly annotation: NaturalQuestionsAnnotation;
  /** How many of all annotations say this. */
  readonly share: { readonly count: number; readonly total: number };
  /** The most frequent answer, to be held against; null for itself. */
  readonly reference: NaturalQuestionsAnnotation | null;
  readonly view: PageView | null;
}

/** What several annotations say alike, and where it differs from what most of them say. */
export function AnswerSummary({ letter, annotation, share, reference, view }: AnswerSummaryProps) {
  const differences = reference === null ? [] : differencesOf(annotation, reference);
  const long = annotation.question_quality === "bad" ? null : annotation.long_answer;
  return (
    <>
      <Group gap={6} mb={2}>
        <span className={classes.letter}>{letter}</span>
        <Text size="sm" fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
          {share.count} of {share.total}
        </Text>
        {differences.map((decision) => (
          <Badge key={decision} color="amber" size="sm">
            {DECISIONS[decision]}
          </Badge>
        ))}
      </Group>
      {long === null ? (
        <Text fw={600}>{describe(annotation).long}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {boxName(long.tag)}
          </Text>
          <ShortAnswer annotation={annotation} reference={reference} view={view} />
          <Text size="sm" c="dimmed" lineClamp={2}>
            {view?.beginningOf(long, 30) ?? long.text}
          </Text>
        </>
      )}
    </>
  );
}

/** The short answer: what only this one has is marked, what it lacks is struck out. */
function ShortAnswer({
  annotation,
  reference,
  view,
}: Pick<AnswerSummaryProps, "annotation" | "reference" | "view">) {
  const own = annotation.short_answers;
  const others = reference?.short_answers ?? [];
  if (view === null || own.length === 0 || others.length === 0) {
    const short = shortAnswerText(annotation, view);
    return (
      <Text fw={600} lineClamp={3}>
        {short === "" ? "No short answer" : short}
      </Text>
    );
  }
  const lacking = others.filter((span) => runsOf(span, own).every(({ isShared }) => !isShared));
  return (
    <>
      <Text fw={600} lineClamp={3}>
        {own.map((span, index) => (
          <span key={span.start_token}>
            {index > 0 && " · "}
            <Runs span={span} others={others} view={view} />
          </span>
        ))}
      </Text>
      {lacking.length > 0 && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          without{" "}
          {lacking.map((span, index) => (
            <span key={span.start_token}>
              {index > 0 && " · "}
              <del>{view.shownTextOf(span)}</del>
            </span>
          ))}
        </Text>
      )}
    </>
  );
}

interface RunsProps {
  readonly span: TokenSpan;
  readonly others: readonly TokenSpan[];
  readonly view: PageView;
}

function Runs({ span, others, view }: RunsProps) {
  const runs = runsOf(span, others);
  return runs.map((run, index) => {
    const text = view.shownTextOf(run);
    const space = index > 0 ? " " : "";
    return run.isShared ? (
      <span key={run.start_token}>{space + text}</span>
    ) : (
      <span key={run.start_token}>
        {space}
        <mark className={classes.only}>{text}</mark>
      </span>
    );
  });
}
