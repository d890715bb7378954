import { Button, Text, Title } from "@mantine/core";
import { IconFileSearch, IconUsers } from "@tabler/icons-react";

import { KeyHint } from "@/annotating/KeyHint";
import type { FirstVote, Meeting, Round } from "@/api/judging";
import { EmptyState } from "@/components/states";
import { VerdictBadge } from "@/components/VerdictBadge";

import screen from "./JudgingScreen.module.css";
import { FinishedNotice } from "./MeetingHeader";
import { describeMover } from "./meetingNews";
import classes from "./MeetingScreen.module.css";
import { PassageFrame } from "./PassageFrame";
import { ShortAnswerLine } from "./ShortAnswerLine";

interface MeetingAnswerViewProps {
  readonly round: Round;
  readonly meeting: Meeting;
  readonly onContext: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The answer that everybody sees, with all first votes side by side. */
export function MeetingAnswerView({ round, meeting, onContext, onKey }: MeetingAnswerViewProps) {
  const { answer } = meeting;
  if (!answer) {
    return (
      <div className={classes.centre}>
        <EmptyState icon={IconUsers} title="No answer is shown yet" order={1}>
          Choose an answer in the list to show it to everybody.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={classes.centre}>
      <div className={classes.content}>
        {meeting.phase === "finished" && <FinishedNotice />}
        <p className={screen.eyebrow}>
          Answer {answer.number + 1} of {meeting.answers.length} ·{" "}
          {answer.target === "long" ? "long answer" : "short answer"}. {describeMover(meeting)}
        </p>
        <h1 className={screen.question}>{answer.question.text}</h1>
        <ShortAnswerLine answer={answer} />
        <PassageFrame address={answer.passage_url} label="The passage" onKey={onKey} />
        {round.seat !== null && (
          <Button
            variant="default"
            size="compact-md"
            mt="sm"
            leftSection={<IconFileSearch size={16} aria-hidden />}
            rightSection={<KeyHint>C</KeyHint>}
            aria-keyshortcuts="C"
            onClick={onContext}
          >
            Show in context
          </Button>
        )}
        <Title order={2} size="h3" mt="lg">
          First verdicts
        </Title>
        <ol className={classes.votes} aria-label="First verdicts">
          {answer.verdicts.map((vote) => (
            <li key={vote.expert} className={classes.vote}>
              <Vote vote={vote} isYou={vote.expert === round.seat} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Vote({ vote, isYou }: { vote: FirstVote; isYou: boolean }) {
  const { name, verdict, justification, context_opened: looked } = vote;
  return (
    <>
      <Text size="sm" fw={600} mb={6}>
        {name}
        {isYou && " (you)"}
      </Text>
      <VerdictBadge verdict={verdict} />
      <Text size="sm" mt={8} className={classes.words} c={justification === "" ? "dimmed" : ""}>
        {justification === "" ? "No justification." : justification}
      </Text>
      {looked && (
        <Text size="xs" c="dimmed" mt={6}>
          Looked at the page
        </Text>
      )}
    </>
  );
}
