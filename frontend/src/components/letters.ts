const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What the answers of a list are called, as a spreadsheet's columns: A to Z, then AA, AB and so on. */
export function letterOf(position: number): string {
  const last = ALPHABET.charAt(position % ALPHABET.length);
  if (position < ALPHABET.length) return last;
  return letterOf(Math.floor(position / ALPHABET.length) - 1) + last;
}
