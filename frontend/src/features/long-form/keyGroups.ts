import type { KeyGroup } from "@/annotating/KeysDialog";

/** All keys of the page. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Enter", "Submit"],
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
    title: "Pages",
    keys: [
      ["[ ]", "Previous, next page"],
      ["/", "Find in the page"],
      ["L", "Larger page"],
      ["Enter", "Add what is selected as knowledge"],
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
    title: "Help",
    keys: [
      ["?", "Guidelines"],
      ["K", "This list"],
      ["T", "Show or hide the time"],
    ],
  },
];
