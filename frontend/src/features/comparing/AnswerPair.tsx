import { Switch } from "@mantine/core";
import { useMemo } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { Comparison } from "@/api/comparisons";
import { ShortAnswerMark } from "@/components/ShortAnswerMark";

import classes from "./AnswerPair.module.css";
import { SIDES, type Side } from "./content";
import { type Piece, piecesOf } from "./marks";

const TITLES: Record<Side, string> = { left: "Left answer", right: "Right answer" };

interface AnswerPairProps {
  readonly comparison: Pick<Comparison, "left" | "right" | "disambiguations">;
  readonly marked: boolean;
  readonly onMark: (marked: boolean) => void;
}

/** Both answers side by side, as plain text unless somebody wants short answers marked. */
export function AnswerPair({ comparison, marked, onMark }: AnswerPairProps) {
  return (
    <section className={classes.pair} aria-label="The two answers">
      {SIDES.map((side) => (
        <article key={side} className={classes.answer} aria-label={TITLES[side]}>
          <header className={classes.head}>
            <h2 className={classes.title}>{TITLES[side]}</h2>
            {side === "right" && (
              <Switch
                size="xs"
                checked={marked}
                aria-keyshortcuts="M"
                label={
                  <>
                    Mark short answers <KeyHint>M</KeyHint>
                  </>
                }
                onChange={(event) => onMark(event.currentTarget.checked)}
              />
            )}
          </header>
          <AnswerText
            text={comparison[side].text}
            disambiguations={marked ? comparison.disambiguations : NONE}
          />
        </article>
      ))}
    </section>
  );
}

const NONE: Comparison["disambiguations"] = [];

function AnswerText(props: { text: string; disambiguations: Comparison["disambiguations"] }) {
  const { text, disambiguations } = props;
  const pieces = useMemo(() => piecesOf(text, disambiguations), [text, disambiguations]);
  if (text.trim() === "") return <p className={classes.empty}>This answer is empty.</p>;
  return (
    <p dir="auto" className={classes.text}>
      {pieces.map((piece, number) => (
        <MarkedPiece key={number} piece={piece} />
      ))}
    </p>
  );
}

function MarkedPiece({ piece: { text, disambiguations, ending } }: { piece: Piece }) {
  if (disambiguations.length === 0) return text;
  return <ShortAnswerMark ending={ending}>{text}</ShortAnswerMark>;
}
