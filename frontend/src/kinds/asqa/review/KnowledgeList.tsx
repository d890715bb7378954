import { Text } from "@mantine/core";

import type { SheetAnnotation } from "@/api/types";

import classes from "./KnowledgeList.module.css";

export type AnchoredPiece = SheetAnnotation["knowledge"][number];

interface KnowledgeListProps {
  readonly knowledge: readonly AnchoredPiece[];
  /** What a piece says, as its page shows it. */
  readonly read: (piece: AnchoredPiece) => string | null;
}

/** The passages that an answer rests on, each with its page. */
export function KnowledgeList({ knowledge, read }: KnowledgeListProps) {
  if (knowledge.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No knowledge pieces
      </Text>
    );
  }
  return (
    <div>
      <h3 className={classes.title}>Knowledge</h3>
      <ol className={classes.pieces}>
        {knowledge.map((piece, number) => (
          <li key={number}>
            <span className={classes.content}>{read(piece) ?? "No text"}</span>
            <Text size="xs" c="dimmed">
              {[
                piece.page_title ?? "No page",
                piece.start_byte === null ? "typed" : `bytes ${piece.start_byte}–${piece.end_byte}`,
              ].join(" · ")}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}
