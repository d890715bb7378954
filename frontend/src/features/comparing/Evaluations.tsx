import { Textarea } from "@mantine/core";
import { type Ref, useId } from "react";

import type { Comparison, Preference } from "@/api/comparisons";

import { Choice, type Option } from "./Choice";
import {
  capturesOf,
  type Content,
  nameOf,
  RESPECTS,
  type Respect,
  SIDES,
  type Step,
} from "./content";
import classes from "./Evaluations.module.css";

const CAPTURES: readonly Option<"yes" | "no">[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

const PREFERENCES: readonly Option<Preference>[] = [
  { value: "left", label: "Left" },
  { value: "tie", label: "Tie" },
  { value: "right", label: "Right" },
];

const QUESTIONS: Record<Respect, { title: string; what: string }> = {
  ambiguity: {
    title: "Resolving ambiguity",
    what: "Which answer tells the meanings apart more completely?",
  },
  fluency: { title: "Fluency", what: "Which one reads better?" },
  overall: { title: "Overall", what: "Which one would you rather get?" },
};

interface EvaluationsProps {
  readonly comparison: Pick<Comparison, "disambiguations">;
  readonly content: Content;
  readonly comment: Ref<HTMLTextAreaElement>;
  readonly onDecide: (step: Step, value: boolean | Preference) => void;
  readonly onComment: (comment: string) => void;
}

/** What each answer captures, and which of the two is better. */
export function Evaluations(props: EvaluationsProps) {
  return (
    <div className={classes.evaluations}>
      <Captures {...props} />
      <Preferences {...props} />
    </div>
  );
}

function Captures({ comparison, content, onDecide }: EvaluationsProps) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 className={classes.title} id={title}>
        Evaluation 1
      </h2>
      <p className={classes.what}>
        Can this question be answered correctly from the answer alone? Judge each answer by itself.
      </p>
      <table className={classes.table} aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">Disambiguation</th>
            <th scope="col">Left captures it</th>
            <th scope="col">Right captures it</th>
          </tr>
        </thead>
        <tbody>
          {comparison.disambiguations.map(({ question, short_answers: shortAnswers }, number) => (
            <tr key={number}>
              <th scope="row">
                <span className={classes.reading}>
                  <span className={classes.number}>{number + 1}</span>
                  <span>
                    <span className={classes.question}>{question}</span>
                    <span className={classes.shortAnswers}>{shortAnswers.join(" · ")}</span>
                  </span>
                </span>
              </th>
              {SIDES.map((side) => {
                const step: Step = { kind: "capture", side, number };
                const value = capturesOf(content, side)[number];
                return (
                  <td key={side}>
                    <Choice
                      name={nameOf(step)}
                      label={`The ${side} answer captures disambiguation ${number + 1}`}
                      options={CAPTURES}
                      value={value == null ? null : value ? "yes" : "no"}
                      onChoose={(chosen) => onDecide(step, chosen === "yes")}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Preferences({ content, comment, onDecide, onComment }: EvaluationsProps) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 className={classes.title} id={title}>
        Evaluation 2
      </h2>
      <p className={classes.what}>Which of the two answers is better? A tie is possible.</p>
      <div className={classes.preferences}>
        {RESPECTS.map((respect) => {
          const { title: name, what } = QUESTIONS[respect];
          const step: Step = { kind: "preference", respect };
          return (
            <div key={respect} className={classes.preference}>
              <span>
                <span className={classes.question}>{name}</span>
                <span className={classes.shortAnswers}>{what}</span>
              </span>
              <Choice
                name={nameOf(step)}
                label={`${name}: ${what}`}
                options={PREFERENCES}
                value={content[respect]}
                onChoose={(chosen) => onDecide(step, chosen)}
              />
            </div>
          );
        })}
      </div>
      <Textarea
        ref={comment}
        mt="md"
        size="sm"
        label="Comment (optional)"
        aria-keyshortcuts="C"
        autosize
        minRows={1}
        maxRows={5}
        maxLength={2000}
        value={content.comment}
        onChange={(event) => onComment(event.currentTarget.value)}
      />
    </section>
  );
}
