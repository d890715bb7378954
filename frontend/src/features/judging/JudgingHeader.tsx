import { Anchor, Button, Progress, Text } from "@mantine/core";
import { IconBook2, IconKeyboard, IconListNumbers } from "@tabler/icons-react";
import { Link } from "react-router";

import type { SaveState } from "@/annotating/draftKeeper";
import { SaveIndicator } from "@/annotating/SaveIndicator";
import type { Round } from "@/api/judging";

import classes from "./JudgingScreen.module.css";
import { Tool } from "./Tool";
import type { KeptVerdict } from "./verdictDesk";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

interface JudgingHeaderProps {
  readonly round: Round;
  readonly state: SaveState<KeptVerdict>;
  readonly onCover: (covering: "answers" | "guidelines" | "keys" | "close") => void;
}

/** The round, the reader's progress, and further material. */
export function JudgingHeader({ round, state, onCover }: JudgingHeaderProps) {
  const judged = round.experts.find(({ is_you: isYou }) => isYou)?.judged ?? 0;
  const total = round.answer_count;
  return (
    <header className={classes.header}>
      <div className={classes.place}>
        <Anchor component={Link} to={`/projects/${round.project}/judging`} size="sm">
          Judging
        </Anchor>
        <Text c="dimmed" size="sm" aria-hidden>
          ›
        </Text>
        <span className={classes.title}>{round.title}</span>
      </div>
      <div className={classes.progress}>
        <Progress
          className={classes.bar}
          value={(100 * judged) / Math.max(1, total)}
          aria-label="Answers judged"
        />
        <Text size="sm" c="dimmed">
          {judged} of {total} judged
        </Text>
      </div>
      <div className={classes.tools}>
        <SaveIndicator state={state} />
        <Tool label="All answers" keys="L" onClick={onCover.bind(null, "answers")}>
          <IconListNumbers {...ICON} />
        </Tool>
        <Tool label="Guidelines of this round" keys="G" onClick={onCover.bind(null, "guidelines")}>
          <IconBook2 {...ICON} />
        </Tool>
        <Tool label="Keys" keys="K" onClick={onCover.bind(null, "keys")}>
          <IconKeyboard {...ICON} />
        </Tool>
        <Button
          size="compact-md"
          ml={6}
          variant={judged === total ? "filled" : "default"}
          onClick={() => onCover("close")}
        >
          Close phase 1…
        </Button>
      </div>
    </header>
  );
}
