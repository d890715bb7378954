import type { KeyGroup } from "@/annotating/KeysDialog";

export const JUDGING_KEYS: readonly KeyGroup[] = [
  {
    title: "Verdict",
    keys: [
      ["1", "Correct"],
      ["2", "Correct (but debatable)"],
      ["3", "Wrong"],
      ["J", "Write a justification"],
      ["Esc", "Leave the justification"],
    ],
  },
  {
    title: "Answers",
    keys: [
      ["N →", "Next"],
      ["P ←", "Previous"],
      ["O", "First one you have not judged"],
      ["L", "All answers"],
      ["C", "The page around the passage, and back"],
      ["G", "The round’s guidelines"],
    ],
  },
];

export const MEETING_KEYS: readonly KeyGroup[] = [
  {
    title: "Consensus",
    keys: [
      ["1", "Choose Correct"],
      ["2", "Choose Correct (but debatable)"],
      ["3", "Choose Wrong"],
      ["J", "Write the justification"],
      ["M", "Write a note"],
      ["Esc", "Leave the text"],
      ["Ctrl+Enter", "Record the consensus, or add the note"],
    ],
  },
  {
    title: "For everybody",
    keys: [
      ["N →", "Bring up the next answer of the list"],
      ["P ←", "Bring up the previous one"],
      ["O", "Bring up the first without a consensus"],
    ],
  },
  {
    title: "For you",
    keys: [
      ["C", "The page around the passage, and back"],
      ["G", "The round’s guidelines"],
    ],
  },
];
