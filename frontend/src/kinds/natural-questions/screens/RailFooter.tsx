import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import { useIsTouch } from "@/annotating/useIsTouch";
import { leaveClicked } from "@/annotating/useKeys";

import type { Stage } from "../types";
import { DoneToday } from "./DoneToday";
import classes from "./RailFooter.module.css";

interface RailFooterProps {
  readonly stage: Stage;
  readonly slug: string;
  /** Whether a key leads to boxes with words of the question. */
  readonly findsWords: boolean;
  readonly doneToday: number | null;
  readonly onHelp: () => void;
  readonly onGuidelines: () => void;
}

/** What the guidelines ask for at this stage, and the session in a line. */
export function RailFooter(props: RailFooterProps) {
  const { stage, slug, findsWords, doneToday, onHelp, onGuidelines } = props;
  return (
    <div className={classes.footer}>
      {stage === "long_answer" && (
        <Text size="sm" className={classes.hint}>
          Choose the <strong>first</strong> and <strong>smallest</strong> box that answers the whole
          question. <FooterButton onClick={onGuidelines}>Examples</FooterButton>{" "}
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
          when the answer is a list. <FooterButton onClick={onGuidelines}>Examples</FooterButton>{" "}
          <KeyHint>E</KeyHint>
        </Text>
      )}
      <SessionLine slug={slug} doneToday={doneToday} onHelp={onHelp} />
    </div>
  );
}

export function SessionLine({
  slug,
  doneToday,
  onHelp,
}: {
  slug: string;
  doneToday: number | null;
  onHelp: () => void;
}) {
  const isTouch = useIsTouch();
  return (
    <div className={classes.session}>
      {doneToday === null ? <span /> : <DoneToday slug={slug} doneToday={doneToday} />}
      {!isTouch && (
        <FooterButton dimmed onClick={onHelp}>
          Keys <KeyHint>K</KeyHint>
        </FooterButton>
      )}
    </div>
  );
}

interface FooterButtonProps {
  readonly dimmed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** It has left the focus before what it opens asks where to give that back to. */
function FooterButton({ dimmed = false, onClick, children }: FooterButtonProps) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      c={dimmed ? "dimmed" : undefined}
      onClick={(event) => {
        onClick();
        leaveClicked(event);
      }}
    >
      {children}
    </Anchor>
  );
}
