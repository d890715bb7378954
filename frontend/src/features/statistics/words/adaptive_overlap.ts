import type { Words } from "../words";

export const WORDS: Words = {
  adaptive_off: {
    label: "Adaptive overlap is off",
    explanation:
      "This project asks for the same number of annotations everywhere. In its settings, a lead can let unsettled examples get more. The simulation below says what that would cost.",
  },
  settled: {
    label: "Settled",
    explanation:
      "Examples with annotations of which every posterior is as large as the project demands: whether there is an answer, and which. No paper has this rule; it is ours.",
    counted: "examples with annotations",
  },
  annotations_wanted: {
    label: "Annotations of an example",
    explanation:
      "On average, with those that are asked for now. Examples without annotations are left aside.",
    counted: "examples with annotations",
  },
  annotations_saved: {
    label: "Annotations saved",
    explanation:
      "So many fewer do settled examples need than if every example got as many as the cap.",
    counted: "settled examples",
  },

  adaptive_standing: {
    label: "Where examples stand",
    explanation:
      "Settled examples get no further annotations. Of the others, those that have what they asked for get more, up to the cap.",
    x: "Standing",
    y: "Share of examples with annotations",
  },
  settled_examples: { label: "Settled", unit: "count" },
  awaiting_annotations: { label: "Annotations on the way", unit: "count" },
  asked_for_more: { label: "Asked for more", unit: "count" },
  unsettled_at_cap: { label: "Unsettled at the cap", unit: "count" },

  unsettled_decisions: {
    label: "What is unsettled",
    explanation:
      "An example counts at each decision whose posterior is below the project’s confidence.",
    x: "Decision",
    y: "Share of examples with annotations",
  },
  null_long: { label: "Whether there is a long answer" },
  which_long: { label: "Which long answer" },
  null_short: { label: "Whether there is a short answer" },
  which_short: { label: "Which short answer" },
  unsettled_null_long: { label: "Unsettled whether there is a long answer", unit: "count" },
  unsettled_which_long: { label: "Unsettled which long answer", unit: "count" },
  unsettled_null_short: { label: "Unsettled whether there is a short answer", unit: "count" },
  unsettled_which_short: { label: "Unsettled which short answer", unit: "count" },

  cost_and_accuracy: {
    label: "Cost and accuracy",
    explanation:
      "Simulated: 4,000 examples that differ as the project’s do. A consensus is right where it is what annotators without end would come to. A fixed 1, 3 or 5 annotations of every example, beside asking on until the posterior is 0.8, 0.9 or 0.95.",
    x: "Annotations of an example, on average",
    y: "Right consensus",
  },
  fixed: { label: "The same number for all" },
  adaptive: { label: "Adaptive, by confidence" },
};
