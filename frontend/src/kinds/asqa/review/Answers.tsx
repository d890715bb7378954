import { Card, Group, Switch } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import type { ReferenceSheet } from "@/api/types";
import { letterOf } from "@/components/letters";
import { EmptyState } from "@/components/states";

import { AnswerColumn } from "./AnswerColumn";
import classes from "./Answers.module.css";
import { differences } from "./differences";
import type { AnchoredPiece } from "./KnowledgeList";
import { Section } from "./Section";
import { segmentsOf } from "./segments";

/** All answers of an example side by side, with marks for comparing them. */
export function Answers({
  slug,
  sheet,
  selected,
  read,
}: {
  slug: string;
  sheet: ReferenceSheet;
  /** The id of the annotation that a link led to. */
  selected: string | null;
  /** What a piece of knowledge says, as its page shows it. */
  read: (piece: AnchoredPiece) => string | null;
}) {
  const [marksFound, setMarksFound] = useState(true);
  const [marksDifferent, setMarksDifferent] = useState(true);
  const { annotations } = sheet;
  const different = useMemo(() => differencesOf(sheet), [sheet]);
  const hasSeveral = annotations.filter((each) => each.long_form_answer !== "").length > 1;

  if (annotations.length === 0) {
    return (
      <Section title="Answers">
        <Card>
          <EmptyState icon={IconUsers} title="No annotations yet">
            They appear here as annotators submit them.
          </EmptyState>
        </Card>
      </Section>
    );
  }
  return (
    <Section
      title={annotations.length === 1 ? "Answer" : "Answers"}
      side={
        <Group gap="lg" className={classes.switches}>
          <Switch
            size="sm"
            label="Mark short answers"
            checked={marksFound}
            onChange={(event) => setMarksFound(event.currentTarget.checked)}
          />
          {hasSeveral && (
            <Switch
              size="sm"
              label="Underline words that only one answer has"
              checked={marksDifferent}
              onChange={(event) => setMarksDifferent(event.currentTarget.checked)}
            />
          )}
        </Group>
      }
    >
      <Legend found={marksFound} different={marksDifferent && hasSeveral} />
      <div className={classes.columns}>
        {annotations.map((annotation, place) => (
          <AnswerColumn
            key={annotation.id}
            slug={slug}
            annotation={annotation}
            letter={letterOf(place)}
            isSelected={String(annotation.id) === selected}
            segments={segmentsOf(
              annotation.long_form_answer,
              marksFound ? annotation.found : [],
              marksDifferent ? (different.get(annotation.id) ?? []) : [],
            )}
            read={read}
          />
        ))}
      </div>
    </Section>
  );
}

/** A print has no switches to explain the lines under words. */
function Legend({ found, different }: { found: boolean; different: boolean }) {
  const words = [
    found ? "Underlined, with the disambiguation’s number: a short answer." : "",
    different ? "Wavy: words that only one answer has." : "",
  ].filter((each) => each !== "");
  return words.length === 0 ? null : <p className={classes.legend}>{words.join(" ")}</p>;
}

/** By annotation; one with nothing but a concern is not an answer to differ from. */
function differencesOf({ annotations }: ReferenceSheet) {
  const written = annotations.filter((each) => each.long_form_answer !== "");
  const ranges = differences(written.map((each) => each.long_form_answer));
  return new Map(written.map((each, place) => [each.id, ranges[place] ?? []]));
}
