import { Button, Textarea } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";

import { KeyHint } from "@/annotating/KeyHint";
import { LONGEST_JUSTIFICATION } from "@/api/judging";

import classes from "./JudgingScreen.module.css";
import { VerdictChoice } from "./VerdictChoice";
import type { OwnVerdict } from "./verdictDesk";

interface VerdictPanelProps {
  readonly own: OwnVerdict;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly justification: React.Ref<HTMLTextAreaElement>;
  readonly onJudge: (change: Partial<OwnVerdict>) => void;
  readonly onLeaveText: () => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onFirstOpen: () => void;
}

/** What the expert thinks of the answer, and the way to the others. */
export function VerdictPanel({
  own,
  isFirst,
  isLast,
  justification,
  onJudge,
  onLeaveText,
  onPrevious,
  onNext,
  onFirstOpen,
}: VerdictPanelProps) {
  return (
    <aside className={classes.panel} aria-label="Your verdict">
      <div className={classes.verdict}>
        <VerdictChoice
          label="Verdict"
          verdict={own.verdict}
          onChoose={(verdict) => onJudge({ verdict })}
        />
        <Textarea
          ref={justification}
          label={
            <>
              Justification <KeyHint>J</KeyHint>
            </>
          }
          description="Optional. The others read it in the meeting."
          autosize
          minRows={3}
          maxRows={12}
          maxLength={LONGEST_JUSTIFICATION}
          value={own.justification}
          onChange={(event) => onJudge({ justification: event.currentTarget.value })}
          onBlur={onLeaveText}
        />
      </div>
      <nav className={classes.moves} aria-label="Other answers">
        <Button
          variant="default"
          px="xs"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          rightSection={<KeyHint>P</KeyHint>}
          disabled={isFirst}
          onClick={onPrevious}
        >
          Previous
        </Button>
        <Button
          variant={own.verdict === null ? "default" : "filled"}
          px="xs"
          leftSection={<IconArrowRight size={16} aria-hidden />}
          rightSection={<KeyHint>N</KeyHint>}
          disabled={isLast}
          onClick={onNext}
        >
          Next
        </Button>
        <Button
          className={classes.first}
          variant="subtle"
          size="compact-md"
          rightSection={<KeyHint>O</KeyHint>}
          onClick={onFirstOpen}
        >
          First without a verdict
        </Button>
      </nav>
    </aside>
  );
}
