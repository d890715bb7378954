import type { KeyGroup } from "@/annotating/KeysDialog";

/** All keys of the page. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Z", "Undo, the last submission too"],
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
      ["J Shift+J", "Next, previous box with words of the question"],
      ["A", "Go to a suggested box, or take the suggested answer, if there is one"],
      ["Enter", "Use this box"],
      ["Y X Ctrl+Enter", "Use it: yes, no, no short answer"],
      ["Esc", "Take the choice back"],
      ["N", "No answer"],
      ["/", "Find in the page; there Enter: next, Ctrl+Enter: use this box"],
      ["E", "Guidelines with examples"],
    ],
  },
  {
    title: "Short answer",
    keys: [
      ["← → ↑ ↓", "Move from word to word"],
      ["Ctrl+← Ctrl+→", "Five words at a time"],
      ["Ctrl+↑ Ctrl+↓", "Phrase by phrase"],
      ["Shift", "with an arrow: extend"],
      ["Enter Space", "Mark the words"],
      ["Backspace", "Remove the last span"],
      ["Y X N", "Yes, no, none"],
      ["Enter", "after the last mark: done"],
      ["Ctrl+Enter", "Mark the words: done"],
      ["S", "Read out the sentence around the cursor"],
      ["Esc", "Back to the boxes"],
      ["/", "Find; Esc goes to the words found"],
    ],
  },
  { title: "Review", keys: [["Enter Ctrl+Enter", "Submit"]] },
];
