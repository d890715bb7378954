import { useLayoutEffect, useRef, useState } from "react";

import type { Place } from "@/long-form/presence";

import classes from "./AnswerEditor.module.css";
import { cutAtPlaces } from "./answerMarks";
import colours from "./disambiguationColours.module.css";
import type { Lead } from "./screenState";
import { endOfChange } from "./typing";

/** Characters that the server takes. */
export const LONGEST_ANSWER = 20_000;

/** The field's id, by which keys that are meant for it are told. */
export const ANSWER_FIELD = "long-form-answer";

interface AnswerEditorProps {
  readonly text: string;
  /** For each disambiguation where its short answer stands. */
  readonly places: readonly (Place | null)[];
  readonly disabled: boolean;
  readonly lead: Lead | null;
  readonly onChange: (text: string) => void;
}

/** The long-form answer: a text that grows, with the short answers marked behind it. */
export function AnswerEditor({ text, places, disabled, lead, onChange }: AnswerEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const written = useRef(text);
  /** The stretch that is framed, until the text is changed or left. */
  const [shown, setShown] = useState<Place | null>(null);
  const [followed, setFollowed] = useState(lead);
  if (followed !== lead) {
    setFollowed(lead);
    if (lead?.kind === "place") setShown(lead.place);
  }
  const stretches = cutAtPlaces(text, places);

  useLayoutEffect(() => {
    if (lead?.kind === "text") field.current?.focus();
    if (lead?.kind !== "place") return;
    const { place, takesFocus } = lead;
    if (takesFocus) field.current?.focus({ preventScroll: true });
    // Nothing is selected: the next key would replace it.
    field.current?.setSelectionRange(place.end, place.end);
    elementAt(backdrop.current, place.start)?.scrollIntoView({ block: "nearest" });
  }, [lead]);

  // What is undone elsewhere than in the field would leave the cursor at its end.
  useLayoutEffect(() => {
    const before = written.current;
    written.current = text;
    if (before === text || document.activeElement !== field.current) return;
    const end = endOfChange(before, text);
    field.current?.setSelectionRange(end, end);
  }, [text]);

  return (
    <div className={classes.editor}>
      <div ref={backdrop} className={classes.backdrop} dir="auto" aria-hidden>
        {stretches.map(({ text: stretch, start, disambiguations }, position) => (
          <Stretch
            key={position}
            text={stretch}
            disambiguation={disambiguations[0] ?? null}
            isShown={shown !== null && start >= shown.start && start < shown.end}
          />
        ))}
        {"\n"}
      </div>
      <textarea
        ref={field}
        id={ANSWER_FIELD}
        className={classes.text}
        dir="auto"
        aria-label="Long-form answer"
        aria-keyshortcuts="W"
        placeholder="Write one answer that readers understand without seeing the disambiguations: every reading, how they differ, and what they share."
        spellCheck
        lang="en"
        maxLength={LONGEST_ANSWER}
        readOnly={disabled}
        value={text}
        onBlur={() => {
          setShown(null);
        }}
        onChange={(event) => {
          written.current = event.currentTarget.value;
          setShown(null);
          onChange(event.currentTarget.value);
        }}
      />
    </div>
  );
}

function Stretch(props: { text: string; disambiguation: number | null; isShown: boolean }) {
  const { text, disambiguation, isShown } = props;
  if (disambiguation === null) return <span>{text}</span>;
  return (
    <mark
      className={`${classes.mark} ${colours.tinted}`}
      data-disambiguation={disambiguation}
      data-shown={isShown || undefined}
    >
      {text}
    </mark>
  );
}

/** The stretch that holds a character. */
function elementAt(backdrop: HTMLElement | null, start: number): Element | null {
  let passed = 0;
  for (const element of backdrop?.children ?? []) {
    passed += element.textContent.length;
    if (passed > start) return element;
  }
  return null;
}
