import { Text, Title, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";

import type { Place } from "@/long-form/presence";

import { nameOf, type Analysis, type Passage } from "./analysis";
import classes from "./SentenceSupport.module.css";

interface SentenceSupportProps {
  readonly analysis: Analysis;
  readonly onShowPlace: (place: Place) => void;
  readonly onShowPassage: (passage: Passage) => void;
}

/** Sentence by sentence the passage that supports it. */
export function SentenceSupport({ analysis, onShowPlace, onShowPassage }: SentenceSupportProps) {
  const [isOpen, setIsOpen] = useState(true);
  const { text, sentences, passages } = analysis;
  const supported = sentences.filter(({ passage }) => passage !== null).length;
  if (sentences.length === 0) return null;
  return (
    <section aria-label="Support by sentence">
      <UnstyledButton
        className={classes.heading}
        aria-expanded={isOpen}
        onClick={() => setIsOpen((before) => !before)}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden />
        <Title order={2} size="h4">
          Support by sentence
        </Title>
        <Text size="sm" c="dimmed">
          {supported} of {sentences.length}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <ol className={classes.list}>
          {sentences.map(({ start, end, passage: number }) => {
            const passage = number === null ? undefined : passages[number];
            return (
              <li key={start} className={classes.row}>
                <UnstyledButton
                  className={classes.sentence}
                  fz="sm"
                  title="Show it in the answer"
                  onClick={() => onShowPlace({ start, end })}
                >
                  {text.slice(start, end)}
                </UnstyledButton>
                {passage ? (
                  <UnstyledButton
                    className={classes.passage}
                    onClick={() => onShowPassage(passage)}
                  >
                    {nameOf(passage)}
                  </UnstyledButton>
                ) : (
                  <span className={classes.none}>no passage</span>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
