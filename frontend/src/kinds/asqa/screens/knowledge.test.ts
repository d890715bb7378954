import { expect, test } from "vitest";

import { LONGEST_PIECE, MOST_PIECES, refusalOf, typedPiece } from "./knowledge";

test("a passage that is longer than the server takes is refused with what to do", () => {
  const longest = typedPiece("x".repeat(LONGEST_PIECE), "");
  expect(refusalOf([], longest)).toBeNull();
  expect(refusalOf([], { ...longest, content: `${longest.content}y` })).toBe(
    "This passage has 20,001 characters; a piece can have 20,000. Select less of it.",
  );
});

test("characters are counted as the server counts them", () => {
  expect(refusalOf([], typedPiece("𝄞".repeat(LONGEST_PIECE), ""))).toBeNull();
});

test("an answer that has as many pieces as it can have takes no further one", () => {
  const piece = typedPiece("A weight.", "");
  const full = Array.from({ length: MOST_PIECES }, () => piece);
  expect(refusalOf(full, piece)).toBe("An answer can have 100 pieces. Remove one first.");
});
