import type { Criterion, Level, Standing } from "@/api/training";

import { count } from "./format";

export const CRITERIA: Record<Criterion, { name: string; asks: string }> = {
  completeness: {
    name: "Completeness",
    asks: "Does it answer every disambiguation, and say when each answer holds?",
  },
  comprehensiveness: {
    name: "Comprehensiveness",
    asks: "Does it explain enough for somebody who knows nothing about the subject?",
  },
  fluency: { name: "Fluency", asks: "Does it read as one text, in good English?" },
  attributability: {
    name: "Attributability",
    asks: "Do the passages that it names support what it says?",
  },
  question_quality: { name: "Question quality", asks: "Is the question judged correctly?" },
  long_answer: { name: "Long answer", asks: "Is it the right box, or is none correct?" },
  short_answers: { name: "Short answers", asks: "Are they the right words, or is none correct?" },
};

export const LEVELS: readonly { value: Level; label: string }[] = [
  { value: "met", label: "Met" },
  { value: "partly", label: "Partly" },
  { value: "not_met", label: "Not met" },
];

export const LEVEL_COLOURS: Record<Level, string> = {
  met: "plumb",
  partly: "amber",
  not_met: "brick",
};

export const STATES: Record<Standing["state"], string> = {
  self_study: "Self-study",
  in_person: "Waiting for the session",
  exam: "Exam",
  grading: "Waiting for grades",
  decision: "Waiting for a decision",
  qualified: "Accepted",
};

/** The step, from 0, at which somebody is; 3 when all are done. */
export function stepOf({ state }: Standing): number {
  switch (state) {
    case "self_study":
      return 0;
    case "in_person":
      return 1;
    case "exam":
    case "grading":
    case "decision":
      return 2;
    case "qualified":
      return 3;
  }
}

/** What comes next, to the annotator. `action` is missing while a lead has to do something. */
export function nextThing(standing: Standing): { title: string; text: string; action?: string } {
  const { state, answered, questions, attempt, questions_missing: missing } = standing;
  const begun = attempt !== null;
  if (missing > 0) {
    return {
      title: "Wait for a lead",
      text: `A lead still has to choose ${count(missing, "question")} for your ${STATES[state].toLowerCase()}. You can begin once that is done.`,
    };
  }
  switch (state) {
    case "self_study":
      return {
        title: "Study the short instructions",
        text: begun
          ? `You have answered ${answered} of ${count(questions, "sample question")}.`
          : "Read them, then answer three sample questions. These aren’t graded; you talk about them afterwards.",
        action: begun ? "Continue the self-study" : "Begin the self-study",
      };
    case "in_person":
      return {
        title: "Meet a lead",
        text: "Your self-study is done. A lead arranges a session with you, in which you go through the full instructions and your answers.",
      };
    case "exam":
      return {
        title: "Take the exam",
        text: begun
          ? `You have answered ${answered} of ${count(questions, "question")}.`
          : "Five questions, without a time limit. A lead grades each and tells you what to look at.",
        action: begun ? "Continue the exam" : "Begin the exam",
      };
    case "grading":
      return {
        title: "A lead grades your exam",
        text: "You have answered every question. Your grades appear here when they are ready.",
      };
    case "decision":
      return {
        title: "Read your grades",
        text: "A lead has graded your exam and will decide whether you start or try once more.",
        action: "Read the feedback",
      };
    case "qualified":
      return { title: "You have passed the training", text: "The main task is open to you." };
  }
}
