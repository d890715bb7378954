import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { ConflictDialog } from "@/annotating/ConflictDialog";
import { type KeyCommands, leaveField, useKeys } from "@/annotating/useKeys";
import { type JudgedAnswer, judgedAnswerQuery, type Round } from "@/api/judging";
import { QueryView } from "@/components/QueryView";
import { VERDICT_WORDS, VERDICTS } from "@/components/verdicts";

import { ContextPanel } from "./ContextPanel";
import classes from "./JudgingScreen.module.css";
import { OwnVerdictView } from "./OwnVerdictView";
import { PassageColumn } from "./PassageColumn";
import {
  type OwnVerdict,
  type SheetView,
  toKept,
  UNDECIDED,
  type VerdictDesk,
} from "./verdictDesk";
import { VerdictPanel } from "./VerdictPanel";

interface AnswerSheetProps {
  readonly round: Round;
  readonly number: number;
  readonly desk: VerdictDesk;
  readonly sheet: SheetView | undefined;
  readonly onGoTo: (number: number) => void;
  readonly onFirstOpen: () => void;
  readonly onCover: (covering: "answers" | "guidelines" | "keys") => void;
}

/** One answer: the question, the passage, and what the expert thinks of it. */
export function AnswerSheet(props: AnswerSheetProps) {
  const answer = useQuery(judgedAnswerQuery(props.round.id, props.number));
  return <QueryView query={answer}>{(loaded) => <Sheet {...props} answer={loaded} />}</QueryView>;
}

function Sheet(props: AnswerSheetProps & { answer: JudgedAnswer }) {
  const { round, number, desk, sheet, answer, onCover, onFirstOpen } = props;
  const [inContext, setInContext] = useState(false);
  const justification = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    desk.open(answer);
  }, [desk, answer]);

  const own = sheet?.own ?? toKept(number, answer.judgment).draft ?? UNDECIDED;
  const judge = (change: Partial<OwnVerdict>) => {
    desk.judge(number, change);
  };
  const goTo = (to: number) => {
    if (to < 0 || to >= round.answer_count) return;
    desk.flush(number);
    props.onGoTo(to);
  };
  const toggleContext = () => {
    setInContext((before) => !before);
  };
  const next = () => {
    goTo(number + 1);
  };
  const previous = () => {
    goTo(number - 1);
  };
  const commands: KeyCommands = {
    n: next,
    ArrowRight: next,
    p: previous,
    ArrowLeft: previous,
    o: onFirstOpen,
    l: onCover.bind(null, "answers"),
    g: onCover.bind(null, "guidelines"),
    k: onCover.bind(null, "keys"),
    c: toggleContext,
    j: () => justification.current?.focus(),
    ...Object.fromEntries(
      VERDICTS.map((verdict) => [VERDICT_WORDS[verdict].key, judge.bind(null, { verdict })]),
    ),
  };
  const { onFrameKey } = useKeys(commands, { Escape: leaveField });

  return (
    <div className={classes.body}>
      <PassageColumn
        answer={answer}
        hidden={inContext}
        contextOpened={answer.judgment?.context_opened ?? false}
        onContext={toggleContext}
        onKey={onFrameKey}
      />
      {inContext && (
        <ContextPanel
          round={round.id}
          number={number}
          recorded
          onClose={toggleContext}
          onKey={onFrameKey}
        />
      )}
      <VerdictPanel
        own={own}
        isFirst={number === 0}
        isLast={number + 1 === round.answer_count}
        justification={justification}
        onJudge={judge}
        onLeaveText={() => desk.flush(number)}
        onPrevious={previous}
        onNext={next}
        onFirstOpen={onFirstOpen}
      />
      {sheet && (
        <ConflictDialog
          state={sheet.state}
          describe={(draft) => <OwnVerdictView own={draft} />}
          onResolve={(choice) => desk.resolve(number, choice)}
        />
      )}
    </div>
  );
}
