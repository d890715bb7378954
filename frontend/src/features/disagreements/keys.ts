import type { KeyGroup } from "@/annotating/KeysDialog";

export const KEYS: readonly KeyGroup[] = [
  {
    title: "Answers",
    keys: [
      ["1 2 … 9", "Choose an answer"],
      ["W", "Write an answer"],
      ["S", "Start from the chosen answer"],
      ["H", "Show or hide names"],
    ],
  },
  {
    title: "Decision",
    keys: [
      ["Enter", "Decide on the chosen answer"],
      ["R", "Write a reason"],
      ["Esc", "Leave the reason"],
      ["U", "Take the decision back"],
    ],
  },
  {
    title: "Examples",
    keys: [
      ["N", "The next example to decide on"],
      ["K", "These keys"],
    ],
  },
];
