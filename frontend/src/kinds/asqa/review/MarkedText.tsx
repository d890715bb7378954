import { ShortAnswerMark } from "@/components/ShortAnswerMark";

import classes from "./MarkedText.module.css";
import type { Segment } from "./segments";

/** Short answers in boxes with the number of their disambiguation, and differences underlined. */
export function MarkedText({ segments }: { segments: readonly Segment[] }) {
  return (
    <p className={classes.text}>
      {segments.map((segment, number) => (
        <Piece key={number} segment={segment} />
      ))}
    </p>
  );
}

function Piece({ segment: { text, isDifferent, disambiguations, ending } }: { segment: Segment }) {
  const words = isDifferent ? <ins className={classes.different}>{text}</ins> : text;
  if (disambiguations.length === 0) return words;
  return <ShortAnswerMark ending={ending}>{words}</ShortAnswerMark>;
}
