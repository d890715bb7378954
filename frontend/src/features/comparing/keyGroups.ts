import type { KeyGroup } from "@/annotating/KeysDialog";

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Evaluation 1",
    keys: [
      ["Y", "The answer captures this disambiguation"],
      ["N", "It does not"],
    ],
  },
  {
    title: "Evaluation 2",
    keys: [
      ["1 L", "The left answer is better"],
      ["2 T", "Tie"],
      ["3 R", "The right answer is better"],
    ],
  },
  {
    title: "Moving around",
    keys: [
      ["↓", "Next decision"],
      ["↑", "Previous decision"],
      ["C", "Write a comment"],
      ["Esc", "Leave the comment"],
      ["Ctrl+Enter", "Submit"],
    ],
  },
  {
    title: "Looking closer",
    keys: [
      ["M", "Mark short answers, or stop marking them"],
      ["?", "Guidelines"],
      ["K", "These keys"],
    ],
  },
];
