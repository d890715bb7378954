import type { Words } from "@/components/figures/word";

export const WORDS: Words = {
  adaptive_off: {
    label: "Adaptive overlap is off",
    explanation:
      "This project asks for the same number of annotations everywhere. In the settings, a lead can give unsettled examples more. The simulation below shows what that would cost.",
  },
  settled: {
    label: "Settled",
    explanation:
      "Annotated examples where every posterior reaches the project’s confidence: whether there is an answer, and which one. This rule is our own; no paper has it.",
    counted: "examples with annotations",
  },
  annotations_wanted: {
    label: "Annotations of an example",
    explanation:
      "On average, including those that are asked for now. Examples without annotations are left out.",
    counted: "examples with annotations",
  },
  annotations_saved: {
    label: "Annotations saved",
    explanation:
      "How many fewer annotations settled examples need than if every example reached the cap.",
    counted: "settled examples",
  },
  sample_examples: {
    label: "Agreement sample",
    explanation:
      "Examples that get every annotation up to the cap, settled or not. A seed draws them, so they are like the others, and agreement is measured on them.",
    counted: "examples of the project",
  },
  sample_annotations: {
    label: "Cost of the sample",
    explanation:
      "How many annotations more the agreement sample gets than the same number of other examples, by what those were asked for so far.",
    counted: "examples in the sample",
  },

  adaptive_standing: {
    label: "Where examples stand",
    explanation:
      "Settled examples get no further annotations. Unsettled ones get more once those asked for are in, up to the cap.",
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
      "An example counts once for each decision whose posterior is below the project’s confidence.",
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
      "Simulated on 4,000 examples that vary as the project’s do. A consensus is right if unlimited annotations would lead to it. Compares a fixed 1, 3 or 5 annotations per example with asking until the posterior is 0.8, 0.9, 0.95 or the project’s own.",
    x: "Annotations of an example, on average",
    y: "Right consensus",
  },
  fixed: { label: "The same number for all" },
  adaptive: { label: "Adaptive, by confidence" },
};
