import type { KeyGroup } from "@/annotating/KeysDialog";

/** All keys of the page. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Enter", "Submit"],
      ["Ctrl+Z", "Undo"],
      ["Ctrl+Shift+Z", "Redo"],
      ["F1", "Guidelines"],
      ["Esc", "Leave the text, so that single keys work"],
    ],
  },
  {
    title: "Answer",
    keys: [
      ["W", "Write"],
      ["1 … 6", "Where a short answer stands"],
      ["C", "Raise a concern"],
    ],
  },
  {
    title: "Knowledge",
    keys: [
      ["N", "Type or paste a piece"],
      ["U", "Bring a removed piece back"],
    ],
  },
  {
    title: "Leaving",
    keys: [
      ["P", "Park"],
      ["S", "Skip"],
      ["R", "Give back and stop"],
    ],
  },
  {
    title: "Pages",
    keys: [
      ["[ ]", "Previous, next page"],
      ["/", "Find in the page"],
      ["L", "Larger page"],
      ["↑ ↓", "Select the previous, next passage"],
      ["← →", "The passage around, the first one inside"],
      ["Home End", "First, last passage of the page"],
      ["Space", "Word by word in the passage; Shift with an arrow stretches"],
      ["Enter", "Add what is selected as knowledge"],
      ["Esc", "Let go of the selection"],
    ],
  },
  {
    title: "Help",
    keys: [
      ["?", "Guidelines"],
      ["K", "This list"],
      ["T", "Show or hide the time"],
    ],
  },
];
