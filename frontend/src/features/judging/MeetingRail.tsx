import { SegmentedControl, Text, UnstyledButton } from "@mantine/core";
import {
  IconArrowRight,
  IconCircleDashed,
  IconPencil,
  IconUser,
  IconUserOff,
} from "@tabler/icons-react";

import type { Meeting, MeetingAnswer } from "@/api/judging";
import { VerdictBadge } from "@/components/VerdictBadge";

import classes from "./MeetingScreen.module.css";

export type ShownAnswers = "disagreements" | "all";

/** The answers in the list: those on which the first votes differ, or all. */
export function shownAnswers(meeting: Meeting, shown: ShownAnswers): readonly MeetingAnswer[] {
  return shown === "all" ? meeting.answers : meeting.answers.filter(({ agreed }) => !agreed);
}

interface MeetingRailProps {
  readonly meeting: Meeting;
  readonly shown: ShownAnswers;
  readonly unfinished: readonly number[];
  readonly isOpen: boolean;
  readonly onShow: (shown: ShownAnswers) => void;
  readonly onGoTo: (number: number) => void;
}

/** The answers to discuss, and who is there. */
export function MeetingRail(props: MeetingRailProps) {
  const { meeting, shown, unfinished, isOpen, onShow, onGoTo } = props;
  const listed = shownAnswers(meeting, shown);
  return (
    <aside className={classes.rail} aria-label="Answers of the meeting">
      <div className={classes.railHead}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Listed answers"
          data={[
            { value: "disagreements", label: "Disagreements" },
            { value: "all", label: "All" },
          ]}
          value={shown}
          onChange={(value) => onShow(value === "all" ? "all" : "disagreements")}
        />
        <Text size="xs" c="dimmed" mt={6}>
          {isOpen ? "Everybody sees the answer that you choose." : "The round is finished."}
        </Text>
      </div>
      {listed.length === 0 && (
        <Text size="sm" px={14} pb="sm">
          All of you agreed on every answer.{isOpen && " The round can be finished."}
        </Text>
      )}
      <ol className={classes.answers} aria-label="Answers">
        {listed.map((answer) => (
          <li key={answer.number}>
            <UnstyledButton
              className={classes.answer}
              aria-current={answer.number === meeting.on_screen || undefined}
              disabled={!isOpen}
              onClick={() => onGoTo(answer.number)}
            >
              <Row answer={answer} isUnfinished={unfinished.includes(answer.number)} />
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <ul className={classes.people} aria-label="Experts">
        {meeting.experts.map(({ number, name, is_you: isYou, in_meeting: isIn }) => (
          <li key={number} className={classes.person} data-away={!isIn || undefined}>
            {isIn ? <IconUser size={15} aria-hidden /> : <IconUserOff size={15} aria-hidden />}
            {name}
            {isYou && " (you)"}
            <Text span size="xs" c="dimmed" ml="auto">
              {isIn ? "here" : "away"}
            </Text>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Row({ answer, isUnfinished }: { answer: MeetingAnswer; isUnfinished: boolean }) {
  const { number, question, verdicts, consensus } = answer;
  return (
    <>
      <span className={classes.answerQuestion}>
        {number + 1}. {question}
      </span>
      <span className={classes.answerState}>
        {verdicts.map((verdict, position) => (
          <VerdictBadge key={position} verdict={verdict} short />
        ))}
        <IconArrowRight size={13} aria-hidden />
        {consensus ? (
          <VerdictBadge verdict={consensus} short />
        ) : (
          <IconCircleDashed size={16} role="img" aria-label="No consensus yet" />
        )}
        {isUnfinished && <IconPencil size={15} role="img" aria-label="You have unsent text here" />}
      </span>
    </>
  );
}
