import { Badge, Group, Text, UnstyledButton } from "@mantine/core";

import type { PageView } from "@/anchoring/pageView";
import type { Annotation } from "@/api/types";
import { formatDuration } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";

import classes from "./AnnotationList.module.css";
import { edgeOf } from "./answerStyle";
import { boxName } from "./boxNames";
import { shortAnswerText, type DistinctAnswer } from "./distinctAnswers";

interface AnnotationListProps {
  readonly answers: readonly DistinctAnswer[];
  readonly selected: number | null;
  /** The page, once it is open: its text reads better than the tokens. */
  readonly view: PageView | null;
  readonly onSelect: (annotation: Annotation) => void;
}

/** All annotations of an example, those that say the same under one heading. */
export function AnnotationList({ answers, selected, view, onSelect }: AnnotationListProps) {
  return (
    <ol className={classes.answers}>
      {answers.map(({ colour, annotations }) => {
        const [first] = annotations;
        return (
          first && (
            <li
              key={first.id}
              className={classes.answer}
              style={{ borderInlineStartColor: edgeOf(colour) }}
            >
              <Summary annotation={first} view={view} />
              <ul className={classes.annotations}>
                {annotations.map((annotation) => (
                  <li key={annotation.id}>
                    <UnstyledButton
                      className={classes.annotation}
                      aria-current={annotation.id === selected ? "true" : undefined}
                      onClick={() => {
                        onSelect(annotation);
                      }}
                    >
                      <Origin annotation={annotation} />
                    </UnstyledButton>
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

function Summary({ annotation, view }: { annotation: Annotation; view: PageView | null }) {
  if (annotation.question_quality === "bad") return <Text fw={600}>Bad question</Text>;
  if (!annotation.long_answer) return <Text fw={600}>No answer</Text>;
  const short = shortAnswerText(annotation, view);
  return (
    <>
      <Text size="sm" c="dimmed">
        {boxName(annotation.long_answer.tag)}
      </Text>
      <Text fw={600} lineClamp={3}>
        {short === "" ? "No short answer" : short}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {view?.beginningOf(annotation.long_answer, 30) ?? annotation.long_answer.text}
      </Text>
    </>
  );
}

function Origin({ annotation }: { annotation: Annotation }) {
  const { annotator, source, is_late: isLate, created_at: at, active_seconds: times } = annotation;
  const seconds = times && times.question + times.long_answer + times.short_answer;
  return (
    <Group gap={8} justify="space-between" wrap="nowrap">
      <Text size="sm" fw={500} truncate>
        {annotator}
      </Text>
      <Group gap={6} wrap="nowrap">
        {source !== "human" && <Badge color="gray">{source}</Badge>}
        {isLate && <Badge color="amber">late</Badge>}
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          {seconds === null ? <RelativeTime at={at} /> : formatDuration(seconds)}
        </Text>
      </Group>
    </Group>
  );
}
