import { WHITE_SPACE } from "./normalisation";

/** Mean words of an answer in the published data set (ASQA paper, table 2). */
export const ASQA_MEAN_WORDS = 64.8;

const WORDS = new RegExp(`[^${WHITE_SPACE}]+`, "g");

/** Words of `text`: runs between white space, as the data set's scorer counts its length. */
export function countWords(text: string): number {
  return text.match(WORDS)?.length ?? 0;
}
