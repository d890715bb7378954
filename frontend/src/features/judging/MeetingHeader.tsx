import { Anchor, Button, Text } from "@mantine/core";
import {
  IconBook2,
  IconBroadcast,
  IconBroadcastOff,
  IconCircleCheck,
  IconKeyboard,
} from "@tabler/icons-react";
import { Link } from "react-router";

import type { Meeting, Round } from "@/api/judging";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";

import screen from "./JudgingScreen.module.css";
import classes from "./MeetingScreen.module.css";
import type { Connection } from "./meetingStore";
import { Tool } from "./Tool";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

interface MeetingHeaderProps {
  readonly round: Round;
  readonly meeting: Meeting;
  readonly connection: Connection;
  readonly onRetry: () => void;
  readonly onCover: (covering: "guidelines" | "keys" | "finish") => void;
}

/** The round, how many disagreements are settled, and whether the page is still live. */
export function MeetingHeader(props: MeetingHeaderProps) {
  const { round, meeting, connection, onRetry, onCover } = props;
  const disagreements = meeting.answers.filter(({ agreed }) => !agreed);
  const settled = disagreements.filter(({ consensus }) => consensus !== null).length;
  return (
    <header className={screen.header}>
      <div className={screen.place}>
        <Anchor component={Link} to={placeOf(round)} size="sm">
          {round.seat === null ? "Rounds" : "Judging"}
        </Anchor>
        <Text c="dimmed" size="sm" aria-hidden>
          ›
        </Text>
        <span className={screen.title}>{round.title}</span>
      </div>
      <Text size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {settled} of {count(disagreements.length, "disagreement")} settled
      </Text>
      <div className={screen.tools}>
        <ConnectionView connection={connection} onRetry={onRetry} />
        <Tool label="Guidelines of this round" keys="G" onClick={() => onCover("guidelines")}>
          <IconBook2 {...ICON} />
        </Tool>
        <Tool label="Keys" keys="K" onClick={() => onCover("keys")}>
          <IconKeyboard {...ICON} />
        </Tool>
        {meeting.phase === "consensus" ? (
          <Button
            size="compact-md"
            ml={6}
            variant={settled === disagreements.length ? "filled" : "default"}
            onClick={() => onCover("finish")}
          >
            Finish the round…
          </Button>
        ) : (
          <LinkButton
            to={`/projects/${round.project}/judgment-rounds/${round.id}/report`}
            size="compact-md"
            ml={6}
          >
            To the report
          </LinkButton>
        )}
      </div>
    </header>
  );
}

function placeOf({ project, id, seat }: Round): string {
  return seat === null
    ? `/projects/${project}/judgment-rounds/${id}`
    : `/projects/${project}/judging`;
}

function ConnectionView(props: Pick<MeetingHeaderProps, "connection" | "onRetry">) {
  const { connection, onRetry } = props;
  if (connection.kind === "live") {
    return (
      <Text className={classes.live} c="dimmed" role="status" mr={6}>
        <IconBroadcast size={16} aria-hidden /> Live
      </Text>
    );
  }
  return (
    <Text className={classes.live} c="amber" role="status" mr={6} component="div">
      <IconBroadcastOff size={16} aria-hidden />
      {SENTENCES[connection.kind]}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try now
      </Button>
    </Text>
  );
}

const SENTENCES = {
  lost: "Connection lost – what you write is kept",
  signed_out: "Signed out – what you write is kept",
  refused: "No longer live",
};

/** That the round is over, above an answer that can't be changed any more. */
export function FinishedNotice() {
  return (
    <Text size="sm" mb="sm" className={classes.live} component="div">
      <IconCircleCheck size={17} aria-hidden /> The round is finished. Nothing here can change now.
    </Text>
  );
}
