import { Button, Group, Text } from "@mantine/core";

import { toCodePoints } from "@/components/codePoints";
import { splitSentences } from "@/long-form/sentences";

import type { QuotableAnswerProps, Quoted } from "../kindPages";
import classes from "./QuotableAnswer.module.css";
import type { LongFormAnnotation } from "./types";

/** The answer, whose words or sentences can be quoted. */
export default function QuotableAnswer({
  annotation: { long_form_answer: answer },
  onQuote,
}: QuotableAnswerProps<LongFormAnnotation>) {
  return (
    <>
      <Text
        className={classes.answer}
        data-testid="answer"
        onMouseUp={(event) => {
          const span = selectedIn(event.currentTarget, answer);
          if (span !== null) onQuote(span);
        }}
      >
        {answer}
      </Text>
      <Group gap={6} mt="xs">
        <Text size="xs" c="dimmed">
          Select words in the answer to quote them.
        </Text>
        {splitSentences(answer).map(({ start, end }, place) => (
          <Button
            key={start}
            size="compact-xs"
            variant="default"
            onClick={() => onQuote(quotedFrom(answer, start, end))}
          >
            Quote sentence {place + 1}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** The selection within an element whose only text is `answer`, in code points. */
function selectedIn(element: HTMLElement, answer: string): Quoted | null {
  const range = window.getSelection()?.rangeCount ? window.getSelection()?.getRangeAt(0) : null;
  if (!range || range.collapsed || !element.contains(range.commonAncestorContainer)) return null;
  const [from, to] = [range.startOffset, range.endOffset];
  if (range.startContainer !== range.endContainer) return null;
  return answer.slice(from, to).trim() === "" ? null : quotedFrom(answer, from, to);
}

/** A part of an answer, from one UTF-16 unit to before another. */
function quotedFrom(answer: string, from: number, to: number): Quoted {
  const [start, end] = [toCodePoints(answer, from), toCodePoints(answer, to)];
  return { place: { of: "answer", start, end }, quote: answer.slice(from, to) };
}
