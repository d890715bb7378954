import type { KeyGroup } from "@/annotating/KeysDialog";

const LEAVING: KeyGroup = {
  title: "Leaving",
  keys: [
    ["P", "Park"],
    ["S", "Skip"],
    ["R", "Give back and stop"],
  ],
};

/** All keys of the page. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Enter", "Submit"],
      ["Ctrl+Z", "Undo"],
      ["Ctrl+Shift+Z", "Redo"],
      ["F1", "Guidelines"],
      ["Esc", "Leave the text to use single keys"],
    ],
  },
  {
    title: "Answer",
    keys: [
      ["W", "Write"],
      ["1 … 6", "Show a short answer in the text, or confirm a missing one"],
      ["C", "Raise a concern"],
    ],
  },
  {
    title: "Knowledge",
    keys: [
      ["N", "Type or paste a piece"],
      ["U", "Restore a removed piece"],
    ],
  },
  LEAVING,
  {
    title: "Pages",
    keys: [
      ["[ ]", "Previous, next page"],
      ["/", "Find in the page"],
      ["L", "Larger page"],
      ["↑ ↓", "Select the previous, next passage"],
      ["← →", "Enclosing passage, first passage inside"],
      ["Home End", "First, last passage of the page"],
      ["Space", "Move word by word; Shift with an arrow extends the selection"],
      ["Enter", "Add the selection as knowledge"],
      ["Esc", "Clear the selection"],
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

/** The keys of an answer that can't be parked, skipped or given back, such as one in training. */
export const KEY_GROUPS_WITHOUT_LEAVING = KEY_GROUPS.filter((group) => group !== LEAVING);
