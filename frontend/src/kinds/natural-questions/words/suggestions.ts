import type { Words } from "@/components/figures/word";

const TIMED = "timed annotations";

export const WORDS: Words = {
  suggestions_off: {
    label: "There were no suggestions",
    explanation:
      "This project has never suggested anything to its annotators. In the settings, a lead can choose a system whose predictions some of them see.",
  },
  with_suggestion: {
    label: "Answers with a suggestion",
    explanation: "Submitted answers whose annotator saw the suggestion beside the page.",
  },
  without_suggestion: {
    label: "Answers without",
    explanation:
      "Submitted answers for which the system had a suggestion too, but the draw said not to show it.",
  },
  seconds_with_suggestion: {
    label: "Seconds with a suggestion",
    explanation: "Mean active time on the page: choosing the long answer and the short one.",
    counted: TIMED,
  },
  seconds_without_suggestion: {
    label: "Seconds without",
    explanation: "The same, for annotators who saw no suggestion.",
    counted: TIMED,
  },
  time_saved: {
    label: "Time saved",
    explanation:
      "Mean seconds on the page without a suggestion minus those with one. Below 0, suggestions cost time. The draw decides who sees one, so nothing else tells the two groups apart.",
    counted: TIMED,
  },
  agreeing_with_suggestion: {
    label: "Agree with what they saw",
    explanation: "Of answers with a suggestion, the share that is the suggested one.",
    counted: "answers with a suggestion",
  },
  agreeing_without_suggestion: {
    label: "Agree without seeing it",
    explanation: "Of answers without a suggestion, the share that equals the hidden suggestion.",
    counted: "answers without a suggestion",
  },
  anchoring_effect: {
    label: "Anchoring effect",
    explanation:
      "By how much seeing a suggestion raises the share of answers that agree with it: the first share minus the second. Part of it may be right: a suggestion can also show an answer that people overlook.",
    counted: "answers",
  },
  suggestion_uses: {
    label: "What annotators did with the suggestion",
    explanation:
      "Taken: a suggested box and, if one was proposed, the same short answer. Changed: the same box with another short answer, or a box around it or in it. Without a suggestion, answers are compared with the one that would have been shown.",
  },
  use: { label: "Answer" },
  taken: { label: "Taken" },
  changed: { label: "Changed" },
  ignored: { label: "Another answer" },
  rejected: { label: "No answer" },
  shown: { label: "With a suggestion" },
  not_shown: { label: "Without" },
  shown_share: { label: "share with" },
  not_shown_share: { label: "share without" },
  examples_overlap_by_now: {
    label: "Some examples have several annotations by now",
    explanation:
      "A lead asked for more annotations of examples where a suggestion was shown. Their agreement no longer comes from independent answers.",
  },
};
