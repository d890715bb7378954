/** What experts find beside the verdicts unless a lead writes something else. */
export const DEFAULT_GUIDELINES = `## How to judge

Judge what the passage says about the question, not the page around it and not whoever chose it.

- **Correct**: having read the passage, you would close the search. You see no reasonable objection.
- **Correct (but debatable)**: you would be content, but you can name the objection that a reasonable colleague would raise. Write it down in a sentence.
- **Wrong**: the passage does not convince you. This holds also where the answer may well be true and the passage only fails to show it.

## When it is close

- A question that can be read in several ways is answered by a passage that fits one likely reading. Is the reading far-fetched, the answer is debatable.
- What was true when the page was written counts as true.
- An answer among much else is still an answer, if a reader would find it.
- *Show in context* is for passages that can't be understood alone. That you opened the page is kept with your verdict.

## Before the meeting

Talk to nobody about single answers until all experts have closed the first phase. A short justification helps in the meeting, above all for *debatable* and *wrong*.
`;
