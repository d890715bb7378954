import { ShortAnswerMark } from "@/components/ShortAnswerMark";
import { Spoiler } from "@/components/Spoiler";
import { PresenceFinder } from "@/long-form/presence";

import classes from "./passages.module.css";

/** A passage with the short answer marked in it. */
export function MarkedPassage({
  text,
  shortAnswers,
}: {
  text: string;
  shortAnswers: readonly string[];
}) {
  const place = new PresenceFinder(text).find(shortAnswers)?.place ?? null;
  return (
    <Spoiler maxHeight={138} showLabel="Show all" hideLabel="Show less">
      <p className={classes.text}>
        {place === null ? (
          text
        ) : (
          <>
            {text.slice(0, place.start)}
            <ShortAnswerMark>{text.slice(place.start, place.end)}</ShortAnswerMark>
            {text.slice(place.end)}
          </>
        )}
      </p>
    </Spoiler>
  );
}
