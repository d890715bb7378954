import { Text, Title, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";

import type { Place } from "@/long-form/presence";
import type { SentenceSupport as Supported } from "@/long-form/support";

import { nameOf, type Analysis, type Passage } from "./analysis";
import classes from "./SentenceSupport.module.css";

interface SentenceSupportProps {
  readonly analysis: Analysis;
  readonly onShowPlace: (place: Place) => void;
  readonly onShowPassage: (passage: Passage) => void;
}

/** Sentence by sentence what supports it, and its numbers that stand nowhere. */
export function SentenceSupport({ analysis, onShowPlace, onShowPassage }: SentenceSupportProps) {
  const [isOpen, setIsOpen] = useState(true);
  const { text, sentences, passages } = analysis;
  const supported = sentences.filter(({ passage }) => passage !== null).length;
  if (sentences.length === 0 || passages.length === 0) return null;
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
          {sentences.map((sentence) => (
            <li key={sentence.start} className={classes.row}>
              <UnstyledButton
                className={classes.sentence}
                fz="sm"
                title="Show it in the answer"
                onClick={() => onShowPlace(sentence)}
              >
                {text.slice(sentence.start, sentence.end)}
              </UnstyledButton>
              <Source sentence={sentence} analysis={analysis} onShowPassage={onShowPassage} />
              {sentence.unsupportedNumbers.length > 0 && (
                <span className={classes.warning}>
                  <IconAlertTriangle size={13} stroke={2} aria-hidden />
                  In no passage: {[...new Set(sentence.unsupportedNumbers)].join(", ")}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The passage that a sentence rests on, or that there is none. */
function Source(props: {
  readonly sentence: Supported;
  readonly analysis: Analysis;
  readonly onShowPassage: (passage: Passage) => void;
}) {
  const { sentence, analysis, onShowPassage } = props;
  if (sentence.passage === "several") {
    return <span className={classes.several}>several passages</span>;
  }
  const passage = sentence.passage === null ? undefined : analysis.passages[sentence.passage];
  if (passage) {
    return (
      <UnstyledButton className={classes.passage} onClick={() => onShowPassage(passage)}>
        {nameOf(passage)}
      </UnstyledButton>
    );
  }
  return <span className={classes.none}>no support</span>;
}
