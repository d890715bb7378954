import { Button, Text, VisuallyHidden } from "@mantine/core";
import { IconFileSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { JudgedAnswer } from "@/api/judging";

import classes from "./JudgingScreen.module.css";
import { PassageFrame } from "./PassageFrame";
import { ShortAnswerLine } from "./ShortAnswerLine";

interface PassageColumnProps {
  readonly answer: JudgedAnswer;
  readonly hidden: boolean;
  readonly contextOpened: boolean;
  readonly onContext: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The pair that is judged: the question and the passage, and nothing of who chose it. */
export function PassageColumn(props: PassageColumnProps) {
  const { answer, hidden, contextOpened, onContext, onKey } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that led here belonged to the answer before.
    heading.current?.focus({ preventScroll: true });
  }, []);
  const place = `Answer ${answer.number + 1} of ${answer.count}`;
  return (
    <div className={classes.sheet} data-hidden={hidden || undefined}>
      <VisuallyHidden role="status">
        {place}: {answer.question.text}
      </VisuallyHidden>
      <div className={classes.content}>
        <p className={classes.eyebrow}>
          {place} · {answer.target === "long" ? "long answer" : "short answer"}
        </p>
        <h1 ref={heading} tabIndex={-1} className={classes.question} dir="auto">
          {answer.question.text}
        </h1>
        <ShortAnswerLine answer={answer} />
        <PassageFrame address={answer.passage_url} label="The passage" onKey={onKey} />
        <div className={classes.context}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconFileSearch size={16} aria-hidden />}
            rightSection={<KeyHint>C</KeyHint>}
            aria-keyshortcuts="C"
            onClick={onContext}
          >
            Show in context
          </Button>
          <Text size="sm" c="dimmed">
            {contextOpened
              ? "You have looked at the page. Your verdict records it."
              : "Opens the page. Your verdict records that you looked at it."}
          </Text>
        </div>
      </div>
    </div>
  );
}
