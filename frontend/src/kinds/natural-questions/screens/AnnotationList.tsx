import { Badge, Group, Text, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

import type { PageView } from "@/anchoring/pageView";
import { secondsOf } from "@/components/answerSummary";
import { formatDuration } from "@/components/format";
import { letterOf } from "@/components/letters";
import { RelativeTime } from "@/components/RelativeTime";

import type { NaturalQuestionsAnnotation } from "../types";
import classes from "./AnnotationList.module.css";
import { edgeOf, lineOf } from "./answerStyle";
import { AnswerSummary } from "./AnswerSummary";
import { type DistinctAnswer } from "./distinctAnswers";

interface AnnotationListProps {
  readonly answers: readonly DistinctAnswer[];
  readonly selected: number | null;
  /** The page, once it is open: its text reads better than the tokens. */
  readonly view: PageView | null;
  readonly onSelect: (annotation: NaturalQuestionsAnnotation) => void;
  /** Shown below the selected annotation. */
  readonly actions: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * All annotations of an example, those that say the same under one heading, and what each heading
 * says otherwise than the most frequent one. Arrow keys go from annotation to annotation.
 */
export function AnnotationList(props: AnnotationListProps) {
  const { answers, selected, view, onSelect, actions } = props;
  const list = useRef<HTMLOListElement>(null);
  const all = answers.flatMap(({ annotations }) => annotations);
  const reference = answers[0]?.annotations[0] ?? null;

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const step = STEPS[event.key];
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? all.length - 1
          : step === undefined
            ? null
            : index + step;
    const annotation = next === null ? undefined : all[next];
    if (next === null || annotation === undefined) return;
    event.preventDefault();
    onSelect(annotation);
    list.current?.querySelectorAll<HTMLElement>("[data-annotation]")[next]?.focus();
  }

  return (
    <ol ref={list} className={classes.answers}>
      {answers.map(({ colour, annotations }, position) => {
        const [first] = annotations;
        return (
          first && (
            <li
              key={first.id}
              className={classes.answer}
              style={{
                borderInlineStartColor: edgeOf(colour),
                borderInlineStartStyle: lineOf(colour),
              }}
            >
              <AnswerSummary
                letter={letterOf(position)}
                annotation={first}
                share={{ count: annotations.length, total: all.length }}
                reference={position === 0 ? null : reference}
                view={view}
              />
              <ul className={classes.annotations}>
                {annotations.map((annotation) => (
                  <li key={annotation.id}>
                    <UnstyledButton
                      className={classes.annotation}
                      data-annotation={annotation.id}
                      aria-current={annotation.id === selected ? "true" : undefined}
                      onClick={() => onSelect(annotation)}
                      onKeyDown={(event) => onKeyDown(event, all.indexOf(annotation))}
                    >
                      <Origin annotation={annotation} />
                    </UnstyledButton>
                    {annotation.id === selected && actions}
                  </li>
                ))}
              </ul>
            </li>
          )
        );
      })}
    </ol>
  );
}
function Origin({ annotation }: { annotation: NaturalQuestionsAnnotation }) {
  const { annotator, source, is_late: isLate, created_at: at } = annotation;
  const { revision_of: revised, reopened } = annotation;
  const isCounted = annotation.late?.accepted != null;
  const seconds = secondsOf(annotation);
  return (
    <Group gap="0 8px" justify="space-between">
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {annotator}
      </Text>
      <Group gap={6} wrap="nowrap" ml="auto">
        {source !== "human" && <Badge color="gray">{source}</Badge>}
        {revised !== null && <Badge color="gray">changed</Badge>}
        {reopened !== null && <Badge color="amber">reopened</Badge>}
        {isLate && (
          <Badge color={isCounted ? "plumb" : "amber"}>
            {isCounted ? "late, counted" : "late"}
          </Badge>
        )}
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          {seconds === null ? <RelativeTime at={at} /> : formatDuration(seconds)}
        </Text>
      </Group>
    </Group>
  );
}
