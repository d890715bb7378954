import { useImperativeHandle, useLayoutEffect, useRef, useState } from "react";

import type { Place } from "@/long-form/presence";

import classes from "./AnswerEditor.module.css";
import { cutAtPlaces } from "./answerMarks";
import colours from "./disambiguationColours.module.css";
import { endOfChange } from "./typing";

/** Characters that the server takes. */
export const LONGEST_ANSWER = 20_000;

export interface AnswerEditorControl {
  readonly focus: () => void;
  /** Whether the text is what keys are meant for. */
  readonly isFocused: () => boolean;
  /** Brings a stretch of the text into view, frames it, and puts the cursor behind it. */
  readonly show: (place: Place) => void;
  /** The same without the focus, so that the next key is not typed into the text. */
  readonly frame: (place: Place) => void;
}

interface AnswerEditorProps {
  readonly text: string;
  /** For each disambiguation where its short answer stands. */
  readonly places: readonly (Place | null)[];
  readonly disabled: boolean;
  readonly ref: React.Ref<AnswerEditorControl>;
  readonly onChange: (text: string) => void;
}

/** The long-form answer: a text that grows, with the short answers marked behind it. */
export function AnswerEditor({ text, places, disabled, ref, onChange }: AnswerEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const written = useRef(text);
  const [shown, setShown] = useState<Place | null>(null);
  const stretches = cutAtPlaces(text, places);

  useImperativeHandle(ref, () => {
    const frame = (place: Place) => {
      // Nothing is selected: the next key would replace it.
      field.current?.setSelectionRange(place.end, place.end);
      setShown(place);
      elementAt(backdrop.current, place.start)?.scrollIntoView({ block: "nearest" });
    };
    return {
      focus: () => field.current?.focus(),
      isFocused: () => document.activeElement === field.current,
      frame,
      show: (place) => {
        field.current?.focus({ preventScroll: true });
        frame(place);
      },
    };
  }, []);

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
