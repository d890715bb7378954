import { UnstyledButton } from "@mantine/core";
import {
  IconCheck,
  IconChevronRight,
  IconCircleDashed,
  IconSquare,
  IconSquareCheckFilled,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

import { KeyHint } from "@/annotating/KeyHint";
import type { Disambiguation } from "@/api/types";
import type { FoundShortAnswer, Place } from "@/long-form/presence";

import type { Shown } from "./analysis";
import colours from "./disambiguationColours.module.css";
import classes from "./Disambiguations.module.css";
import type { Lead } from "./screenState";

interface DisambiguationsProps {
  readonly disambiguations: readonly Disambiguation[];
  readonly presence: readonly (FoundShortAnswer | null)[];
  /** Numbers of those to decide on, since the text misses their short answers. */
  readonly asked: readonly number[];
  /** Numbers of those whose short answers the text has in other words, as its author says. */
  readonly confirmed: readonly number[];
  readonly lead: Lead | null;
  readonly onToggle: (number: number) => void;
  readonly shown: Shown | null;
  readonly onShowPlace: (place: Place) => void;
}

/** What the question can mean, and whether the answer has each meaning's short answer. */
export function Disambiguations(props: DisambiguationsProps) {
  const { disambiguations, presence, asked, confirmed, lead, shown, onShowPlace } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (lead?.kind !== "decision") return;
    list.current?.querySelector<HTMLElement>(`[data-decides="${lead.number}"]`)?.focus();
  }, [lead]);
  const isShown = (number: number) =>
    shown?.kind === "disambiguation" && shown.disambiguation === number;
  return (
    <ol ref={list} className={classes.list} aria-label="Disambiguations">
      {disambiguations.map((disambiguation, number) => (
        <Row
          // A row that a sentence leads to is made again, open and in view.
          key={isShown(number) ? `${number} ${shown?.times}` : number}
          number={number}
          disambiguation={disambiguation}
          found={presence[number] ?? null}
          isShown={isShown(number)}
          isConfirmed={asked.includes(number) ? confirmed.includes(number) : null}
          onToggle={() => props.onToggle(number)}
          onShowPlace={onShowPlace}
        />
      ))}
    </ol>
  );
}

function Row(props: {
  number: number;
  disambiguation: Disambiguation;
  found: FoundShortAnswer | null;
  isShown: boolean;
  /** Null where there is nothing to confirm. */
  isConfirmed: boolean | null;
  onToggle: () => void;
  onShowPlace: (place: Place) => void;
}) {
  const { number, disambiguation, found, isShown, isConfirmed, onShowPlace } = props;
  const { question, short_answers, context, context_page } = disambiguation;
  return (
    <li
      className={classes.row}
      data-shown={isShown || undefined}
      ref={isShown ? bringIntoView : undefined}
    >
      <div className={classes.line}>
        <span className={`${classes.number} ${colours.tinted}`} data-disambiguation={number}>
          {number + 1}
        </span>
        <span className={classes.question} dir="auto">
          {question}
        </span>
        <Presence number={number} found={found} onShowPlace={onShowPlace} />
        <span className={classes.answers} dir="auto">
          {short_answers.map((answer, position) => (
            <span key={answer}>
              {position > 0 && " · "}
              {found?.shortAnswer === answer ? <strong>{answer}</strong> : answer}
            </span>
          ))}
        </span>
        {isConfirmed !== null && (
          <InOtherWords
            number={number}
            question={question}
            isConfirmed={isConfirmed}
            onToggle={props.onToggle}
          />
        )}
        {context !== null && context !== "" && (
          <Context text={context} page={context_page} opened={isShown} />
        )}
      </div>
    </li>
  );
}

function InOtherWords(props: {
  number: number;
  question: string;
  isConfirmed: boolean;
  onToggle: () => void;
}) {
  const { number, question, isConfirmed, onToggle } = props;
  return (
    <UnstyledButton
      className={classes.decision}
      role="checkbox"
      aria-checked={isConfirmed}
      aria-keyshortcuts={String(number + 1)}
      aria-label={`My text says it in other words: ${question}`}
      data-decides={number}
      onClick={onToggle}
    >
      {isConfirmed ? (
        <IconSquareCheckFilled size={17} aria-hidden />
      ) : (
        <IconSquare size={17} stroke={1.7} aria-hidden />
      )}
      My text says it in other words
      <KeyHint>{String(number + 1)}</KeyHint>
    </UnstyledButton>
  );
}

function Presence(props: {
  number: number;
  found: FoundShortAnswer | null;
  onShowPlace: (place: Place) => void;
}) {
  const { number, found, onShowPlace } = props;
  if (!found) {
    return (
      <span className={classes.presence} data-missing>
        <IconCircleDashed size={13} stroke={2} aria-hidden />
        Missing
      </span>
    );
  }
  const { place, shortAnswer } = found;
  const label = (
    <>
      <IconCheck size={13} stroke={2.4} aria-hidden />
      Present
    </>
  );
  if (!place) return <span className={classes.presence}>{label}</span>;
  return (
    <UnstyledButton
      className={classes.presence}
      aria-label={`Present: show “${shortAnswer}” in the answer`}
      aria-keyshortcuts={String(number + 1)}
      title={`Show “${shortAnswer}” in the answer`}
      onClick={() => onShowPlace(place)}
    >
      {label}
    </UnstyledButton>
  );
}

function Context(props: { text: string; page: string | null; opened: boolean }) {
  const { text, page, opened } = props;
  const [isOpen, setIsOpen] = useState(opened);
  const title = page === null || page === "" ? "Context" : `Context · ${page}`;
  return (
    <div className={classes.context}>
      <UnstyledButton
        className={classes.summary}
        aria-expanded={isOpen}
        onClick={() => setIsOpen((before) => !before)}
      >
        <IconChevronRight size={13} stroke={2} aria-hidden />
        <span className={classes.beginning}>
          {title}
          {!isOpen && (
            <>
              {" – "}
              <bdi>{text}</bdi>
            </>
          )}
        </span>
      </UnstyledButton>
      {isOpen && (
        <p className={classes.passage} dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
