/** Guidelines beside the verdicts, unless a lead writes others. */
export const DEFAULT_GUIDELINES = `## How to judge

Judge what the passage says about the question, not the page around it or the annotator who chose it.

- **Correct**: having read the passage, you would close the search. You see no reasonable objection.
- **Correct (but debatable)**: you would be content, but you can name the objection that a reasonable colleague would raise. Write it down in a sentence.
- **Wrong**: the passage does not convince you. This also holds if the answer may be true but the passage fails to show it.

## When it is close

- A question that can be read in several ways is answered by a passage that fits one likely reading. If the reading is far-fetched, the answer is debatable.
- What was true when the page was written counts as true.
- An answer among much else is still an answer, if a reader would find it.
- *Show in context* is for passages that can't be understood alone. Your verdict records that you opened the page.

## Before the meeting

Don't talk about single answers until all experts have closed the first phase. A short justification helps in the meeting, above all for *debatable* and *wrong*.
`;
