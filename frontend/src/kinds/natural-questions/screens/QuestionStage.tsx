import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";

import { Folded } from "@/annotating/Folded";
import { KeyHint } from "@/annotating/KeyHint";

import type { QuestionQuality } from "../types";
import classes from "./QuestionStage.module.css";

interface QuestionStageProps {
  readonly question: string;
  readonly quality: QuestionQuality | null;
  readonly onJudge: (quality: QuestionQuality) => void;
}

/** Pixels of a question that leave room for the choices below it. */
const HEIGHT = 330;

/** The question alone: the page must not colour the judgment, so it is not there yet. */
export function QuestionStage({ question, quality, onJudge }: QuestionStageProps) {
  return (
    <div className={classes.stage}>
      <p className={classes.lead}>Is this a good question?</p>
      <Folded maxHeight={HEIGHT} mb={52} centred>
        <h1 className={classes.question} dir="auto">
          {question}
        </h1>
      </Folded>
      <div className={classes.choices} role="group" aria-label="Is this a good question?">
        <button
          type="button"
          className={classes.choice}
          aria-pressed={quality === "good"}
          aria-keyshortcuts="g"
          onClick={() => onJudge("good")}
        >
          <span className={classes.label}>
            <IconCircleCheck size={20} stroke={1.7} aria-hidden /> Good <KeyHint>G</KeyHint>
          </span>
          <span className={classes.definition}>
            It asks for facts, and an entity or an explanation can answer it.
          </span>
        </button>
        <button
          type="button"
          className={classes.choice}
          aria-pressed={quality === "bad"}
          aria-keyshortcuts="b"
          onClick={() => onJudge("bad")}
        >
          <span className={classes.label}>
            <IconCircleX size={20} stroke={1.7} aria-hidden /> Bad <KeyHint>B</KeyHint>
          </span>
          <span className={classes.definition}>
            It is ambiguous, incomprehensible, rests on a clearly false assumption, seeks an
            opinion, or does not clearly ask for facts.
          </span>
        </button>
      </div>
    </div>
  );
}
