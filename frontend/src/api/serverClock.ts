/** What the way here and a header of whole seconds may account for, in milliseconds. */
const TOLERANCE_MS = 5_000;

let ahead = 0;

/** Notes how far the server's clock is ahead of this computer's, by an answer's `Date`. */
export function noteServerDate(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The present moment by the server's clock, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + ahead;
}
