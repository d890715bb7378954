import type { KeyGroup } from "@/annotating/KeysDialog";

/** All keys of the page. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Z", "Undo"],
      ["Ctrl+Shift+Z", "Redo"],
      ["1 2 3 4", "Go to a stage"],
      ["?", "Guidelines"],
      ["T", "Show or hide the time"],
      ["K", "This list"],
    ],
  },
  {
    title: "Question",
    keys: [
      ["G", "Good"],
      ["B", "Bad"],
    ],
  },
  {
    title: "Long answer",
    keys: [
      ["↑ ↓", "Previous, next box"],
      ["← →", "Enclosing box, first box inside"],
      ["Home End", "First, last box of the page"],
      ["Enter", "Use this box"],
      ["N", "No answer"],
      ["/", "Find in the page"],
      ["E", "Guidelines with examples"],
    ],
  },
  {
    title: "Short answer",
    keys: [
      ["← → ↑ ↓", "Move from word to word"],
      ["Shift", "with an arrow: extend"],
      ["Enter Space", "Mark the words"],
      ["Backspace", "Remove the last span"],
      ["Y X N", "Yes, no, none"],
      ["Ctrl+Enter", "Go to the review"],
    ],
  },
  { title: "Review", keys: [["Enter Ctrl+Enter", "Submit"]] },
];
