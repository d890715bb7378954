import { Card, Text } from "@mantine/core";

import type { Disambiguation, ReferenceSheet, SheetAnnotation } from "@/api/types";
import { letterOf } from "@/components/letters";

import classes from "./Disambiguations.module.css";
import { Section } from "./Section";
import { presenceOf } from "./sheetFigures";

const WORDS = {
  present: "has it",
  confirmed: "says it in other words",
  missing: "does not have it",
};

/** Every reading with its short answers and its context, and which answers have it. */
export function Disambiguations({ sheet }: { sheet: ReferenceSheet }) {
  const { disambiguations, annotations } = sheet;
  const written = annotations.map((annotation, place) => ({ annotation, letter: letterOf(place) }));
  return (
    <Section title="Disambiguations">
      <Card padding={0}>
        <ol className={classes.list}>
          {disambiguations.map((disambiguation, number) => (
            <li key={number} className={classes.row}>
              <span className={classes.number} aria-hidden>
                {number + 1}
              </span>
              <div className={classes.reading}>
                <Text fw={550}>{disambiguation.question}</Text>
                <Text size="sm">
                  <Text span size="sm" c="dimmed">
                    {disambiguation.short_answers.length === 1 ? "Short answer: " : "Any one of: "}
                  </Text>
                  {disambiguation.short_answers.join(" · ")}
                </Text>
                <Context disambiguation={disambiguation} />
              </div>
              <ul className={classes.presence} aria-label="In the answers">
                {written
                  .filter(({ annotation }) => annotation.long_form_answer !== "")
                  .map(({ annotation, letter }) => (
                    <Presence
                      key={annotation.id}
                      letter={letter}
                      number={number}
                      annotation={annotation}
                    />
                  ))}
              </ul>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

function Presence({
  letter,
  number,
  annotation,
}: {
  letter: string;
  number: number;
  annotation: SheetAnnotation;
}) {
  const presence = presenceOf(number, annotation);
  return (
    <li className={classes.answer} data-presence={presence}>
      <b>{letter}</b> {WORDS[presence]}
    </li>
  );
}

function Context({
  disambiguation: { context, context_page: page },
}: {
  disambiguation: Disambiguation;
}) {
  if (context === null) {
    return (
      <Text size="sm" c="dimmed">
        No context passage
      </Text>
    );
  }
  return (
    <details className={classes.context} open>
      <summary>Context{page !== null && page !== "" ? <>, from {page}</> : null}</summary>
      <p>{context}</p>
    </details>
  );
}
