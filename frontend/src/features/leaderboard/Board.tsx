import { SegmentedControl, Stack, Text } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { Leaderboard, SystemRow } from "@/api/leaderboard";
import { EmptyState } from "@/components/states";

import { LeaderboardTable } from "./LeaderboardTable";

interface BoardProps {
  readonly board: Leaderboard;
  readonly onSplit: (split: string) => void;
  readonly onOrder: (order: string) => void;
  readonly actions?: (row: SystemRow) => ReactNode;
}

/** The leaderboard as everybody sees it: which split, the table, and what its numbers are. */
export function Board({ board, onSplit, onOrder, actions }: BoardProps) {
  const { split, splits, kind } = board;
  if (split === null || board.systems.length === 0) {
    return (
      <EmptyState icon={IconTrophy} title="No scores yet">
        Each system gets a row here, beside the scores of people.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      {splits.length > 1 && (
        <SegmentedControl
          aria-label="Split"
          data={splits}
          value={split}
          onChange={onSplit}
          style={{ alignSelf: "flex-start" }}
        />
      )}
      <LeaderboardTable board={board} onOrder={onOrder} actions={actions} />
      <Text size="sm" c="dimmed" maw={720}>
        {kind === "nq"
          ? "In per cent, as the official evaluator of Natural Questions counts. F1, precision and recall are those at the threshold on the system’s scores with the best F1. People have no scores, so every answer of theirs counts."
          : "In per cent, as the official scorer of ASQA counts; words are a mean. Annotators are compared with one reference, systems with the better of two."}
      </Text>
    </Stack>
  );
}
