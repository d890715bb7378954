/** The parts of a competition's page that its stewards write. */

import type { Competition, CompetitionTexts } from "@/api/competitions";

export type Texts = Pick<Competition, keyof CompetitionTexts>;

interface Part {
  readonly name: keyof Texts;
  readonly title: string;
  /** What belongs there, for those who write it. */
  readonly hint: string;
}

/** In the order in which they are read. */
export const TEXTS: readonly Part[] = [
  { name: "summary", title: "Summary", hint: "Two or three sentences below the title." },
  { name: "task", title: "Task", hint: "What a system gets, and what it answers." },
  {
    name: "how_to_submit",
    title: "How to submit",
    hint: "The format of a file, and how to check it before the upload.",
  },
  { name: "rules", title: "Rules", hint: "What systems may use, and who may take part." },
  { name: "licence", title: "Licence", hint: "Of the data that people download." },
  { name: "contact", title: "Contact", hint: "Whom to ask." },
];
