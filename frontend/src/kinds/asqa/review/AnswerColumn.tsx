import { Alert, Badge, Card, Group, Stack, Text } from "@mantine/core";
import { IconFlag, IconMessageCheck } from "@tabler/icons-react";

import type { SheetAnnotation } from "@/api/types";
import { AnnotationActions } from "@/components/AnnotationActions";
import { secondsOf } from "@/components/answerSummary";
import { formatDateTime, formatDuration, formatShare } from "@/components/format";

import { describe } from "../describe";
import classes from "./AnswerColumn.module.css";
import { type AnchoredPiece, KnowledgeList } from "./KnowledgeList";
import { MarkedText } from "./MarkedText";
import type { Segment } from "./segments";
import { ASQA_MEANS } from "./sheetFigures";

/** One annotator's answer with all that came with it. */
export function AnswerColumn({
  slug,
  annotation,
  letter,
  isSelected,
  segments,
  read,
}: {
  slug: string;
  annotation: SheetAnnotation;
  letter: string;
  isSelected: boolean;
  segments: readonly Segment[];
  read: (piece: AnchoredPiece) => string | null;
}) {
  const { concern, missing, long_form_answer: text } = annotation;
  return (
    <Card
      component="article"
      aria-label={`Answer ${letter}`}
      className={classes.column}
      data-selected={isSelected || undefined}
    >
      <Stack gap="md">
        <Heading letter={letter} annotation={annotation} />
        {text === "" ? (
          <Text c="dimmed">No answer, but a concern.</Text>
        ) : (
          <MarkedText segments={segments} />
        )}
        <Figures annotation={annotation} />
        {concern !== "" && (
          <Alert color="amber" icon={<IconFlag size={18} />} title="Concern">
            <span className={classes.said}>{concern}</span>
          </Alert>
        )}
        {missing.length > 0 && <Confirmations missing={missing} />}
        <KnowledgeList knowledge={annotation.knowledge} read={read} />
        <div className={classes.actions}>
          <AnnotationActions slug={slug} annotation={annotation} describe={describe} />
        </div>
      </Stack>
    </Card>
  );
}

function Heading({ letter, annotation }: { letter: string; annotation: SheetAnnotation }) {
  const { annotator, source, is_late: isLate, revision_of: revised, reopened } = annotation;
  const isCounted = annotation.late?.accepted != null;
  return (
    <header>
      <Group gap={8}>
        <span className={classes.letter} aria-hidden>
          {letter}
        </span>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {annotator}
        </Text>
        {source !== "human" && <Badge color="gray">{source}</Badge>}
        {revised !== null && <Badge color="gray">changed</Badge>}
        {reopened !== null && <Badge color="amber">reopened</Badge>}
        {isLate && (
          <Badge color={isCounted ? "plumb" : "amber"}>
            {isCounted ? "late, counted" : "late"}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={2}>
        {formatDateTime(annotation.created_at)}
        {annotation.regime === "no_context" && " · saw the question alone"}
      </Text>
    </header>
  );
}

function Figures({ annotation }: { annotation: SheetAnnotation }) {
  const { word_count: words, coverage, guideline_version: guidelines } = annotation;
  return (
    <dl className={classes.figures}>
      <Figure label="Words" title={`The data set’s mean is ${ASQA_MEANS.words}`}>
        {words}
      </Figure>
      <Figure
        label="Coverage"
        title={`The share of the answer’s words that are in its support document (ROUGE-1 recall). The data set’s mean is ${formatShare(ASQA_MEANS.coverage)}`}
      >
        {formatShare(coverage)}
      </Figure>
      <Figure label="Active time" title="Pauses don’t count">
        {formatDuration(secondsOf(annotation))}
      </Figure>
      <Figure label="Guidelines" title="The version that the answer was written under">
        {guidelines === null ? "–" : `version ${guidelines}`}
      </Figure>
    </dl>
  );
}

function Figure({
  label,
  title,
  children,
}: {
  label: string;
  title: string;
  children: string | number;
}) {
  return (
    <div title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Confirmations({ missing }: { missing: SheetAnnotation["missing"] }) {
  return (
    <Alert
      color="gray"
      icon={<IconMessageCheck size={18} />}
      title="Confirmed: an equivalent wording is included"
    >
      <ul className={classes.missing}>
        {missing.map((each) => (
          <li key={each.disambiguation}>
            {each.question} Missing: {each.short_answers.map((answer) => `“${answer}”`).join(", ")}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
