/**
 * Tokens from `start_token` up to, not including, `end_token`. The numbers are indexes in the
 * page's full token list, html tokens included. The names are those of the API.
 */
export interface TokenSpan {
  readonly start_token: number;
  readonly end_token: number;
}

/** A box of the page that can be a long answer. Its own opening and closing tags are inside. */
export interface Candidate extends TokenSpan {
  readonly index: number;
  readonly tag: string;
}

export function encloses(outer: TokenSpan, inner: TokenSpan): boolean {
  return outer.start_token <= inner.start_token && inner.end_token <= outer.end_token;
}

export function overlaps(one: TokenSpan, other: TokenSpan): boolean {
  return one.start_token < other.end_token && other.start_token < one.end_token;
}

export function sameSpan(one: TokenSpan, other: TokenSpan): boolean {
  return one.start_token === other.start_token && one.end_token === other.end_token;
}
