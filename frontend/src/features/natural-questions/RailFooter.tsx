import { Anchor, Text } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";
import { useIsTouch } from "@/annotating/useIsTouch";
import type { Stage } from "@/api/types";

import classes from "./RailFooter.module.css";

interface RailFooterProps {
  readonly stage: Stage;
  /** Whether a key leads to boxes with words of the question. */
  readonly findsWords: boolean;
  readonly doneToday: number | null;
  readonly onHelp: () => void;
  readonly onGuidelines: () => void;
}

/** What the guidelines ask for at this stage, and the session in a line. */
export function RailFooter(props: RailFooterProps) {
  const { stage, findsWords, doneToday, onHelp, onGuidelines } = props;
  return (
    <div className={classes.footer}>
      {stage === "long_answer" && (
        <Text size="sm" className={classes.hint}>
          Choose the <strong>first</strong> and <strong>smallest</strong> box that answers the whole
          question.{" "}
          <Anchor component="button" type="button" size="sm" onClick={onGuidelines}>
            Examples
          </Anchor>{" "}
          <KeyHint>E</KeyHint>
          {findsWords && (
            <>
              {" "}
              Words of the question: <KeyHint>J</KeyHint>
            </>
          )}
        </Text>
      )}
      {stage === "short_answer" && (
        <Text size="sm" className={classes.hint}>
          Mark the <strong>fewest words</strong> that answer it, or say yes or no. Several spans
          when the answer is a list.{" "}
          <Anchor component="button" type="button" size="sm" onClick={onGuidelines}>
            Examples
          </Anchor>{" "}
          <KeyHint>E</KeyHint>
        </Text>
      )}
      <SessionLine doneToday={doneToday} onHelp={onHelp} />
    </div>
  );
}

export function SessionLine({
  doneToday,
  onHelp,
}: {
  doneToday: number | null;
  onHelp: () => void;
}) {
  const isTouch = useIsTouch();
  return (
    <div className={classes.session}>
      <Text size="sm" c="dimmed">
        {doneToday === null ? "" : `${doneToday} done today`}
      </Text>
      {!isTouch && (
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onHelp}>
          Keys <KeyHint>K</KeyHint>
        </Anchor>
      )}
    </div>
  );
}
