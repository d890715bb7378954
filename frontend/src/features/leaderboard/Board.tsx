import { SegmentedControl, Select, Stack, Switch, Text } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { Leaderboard, PeopleRow, SystemRow } from "@/api/leaderboard";
import { DifferencesNote } from "@/components/DifferencesNote";
import { ScopeLine } from "@/components/ScopeLine";
import { EmptyState } from "@/components/states";
import { useKind } from "@/kinds/useKind";

import { BoardPlot } from "./BoardPlot";
import { LeaderboardTable } from "./LeaderboardTable";
import { PassagesPlot } from "./PassagesPlot";

interface BoardProps {
  readonly board: Leaderboard;
  readonly onSplit: (split: string) => void;
  readonly onOrder: (order: string) => void;
  /** Compares all systems with one, by its number; "" with none. */
  readonly onAgainst: (system: string) => void;
  /** Shows scores against "all" annotations; "" against draws of references. */
  readonly onReferences: (references: string) => void;
  readonly actions?: (row: SystemRow) => ReactNode;
}

/** Whether a score of a system has an interval: it needs enough examples. */
function hasIntervals({ systems }: { systems: readonly (SystemRow | PeopleRow)[] }): boolean {
  return systems.some(({ intervals }) => Object.values(intervals).some((each) => each !== null));
}

/** Whether anything in the table has an interval. */
function hasAnyInterval(board: Leaderboard): boolean {
  return hasIntervals(board) || hasIntervals({ systems: board.people });
}

/** Whether scores of an older version, against all annotations, stand beside draws of them. */
function isMixed({ systems, people, all_annotations: isAll }: Leaderboard): boolean {
  const drawn = [...systems, ...people].some(({ references }) => references?.drawn != null);
  return drawn && !isAll && systems.some(({ references }) => references?.drawn === null);
}

/** The leaderboard as everybody sees it: the split, the table, and its numbers explained. */
export function Board({ board, onSplit, onOrder, onAgainst, onReferences, actions }: BoardProps) {
  const { split, splits, systems } = board;
  const {
    scoring,
    intervalsTake,
    scope,
    caution: [always, withIntervals],
  } = useKind(board.kind);
  if (split === null || board.systems.length === 0) {
    return (
      <EmptyState icon={IconTrophy} title="No scores yet">
        Each system gets a row here, beside the scores of people.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      {board.is_simulated && (
        <Text size="sm">
          All annotations that these systems were scored against are simulated. Their scores say
          nothing about people.
        </Text>
      )}
      {splits.length > 1 && (
        <SegmentedControl
          aria-label="Split"
          data={splits}
          value={split}
          onChange={onSplit}
          style={{ alignSelf: "flex-start" }}
        />
      )}
      {board.can_show_all_annotations && (
        <Switch
          label="Against all annotations"
          description="As the official evaluator. Otherwise systems and people face the same number of references, drawn from an example’s annotations: the expectation over all draws."
          maw={560}
          checked={board.all_annotations}
          onChange={({ currentTarget }) => {
            onReferences(currentTarget.checked ? "all" : "");
          }}
        />
      )}
      {isMixed(board) && (
        <Text size="sm" maw={560}>
          Some of these scores are against all annotations of an example, others against five. They
          can’t be compared: score the systems again.
        </Text>
      )}
      {systems.length > 1 && !board.all_annotations && (
        <Select
          label="Compare with"
          description="How much better each other system is on the same examples"
          w={320}
          data={[
            { value: "", label: "No system" },
            ...systems.map(({ system, name }) => ({ value: String(system), label: name })),
          ]}
          value={String(board.against ?? "")}
          onChange={(value) => {
            onAgainst(value ?? "");
          }}
        />
      )}
      <LeaderboardTable board={board} onOrder={onOrder} actions={actions} />
      <Text size="sm" c="dimmed" maw={720}>
        {scoring}{" "}
        {hasIntervals(board)
          ? "Below a score is its 95% interval, from a bootstrap."
          : `Systems have no 95% intervals here: those take ${intervalsTake}.`}
        {board.people.some(({ references }) => references !== null) &&
          " People’s intervals are binomial."}
        {always !== "" && ` ${always}`}
        {withIntervals !== "" && hasIntervals(board) && ` ${withIntervals}`}
        {board.is_rounded &&
          " The answers of this split are hidden: scores are rounded, and what would tell single answers is left out."}
      </Text>
      {hasAnyInterval(board) && <ScopeLine words={scope} />}
      {systems.some(({ differences }) => differences !== null) && (
        <DifferencesNote
          number={1 + systems.filter(({ differences }) => differences !== null).length}
          of="systems"
          unit="examples"
          hasIntervals={systems.some(({ differences }) =>
            Object.values(differences ?? {}).some(({ interval }) => interval !== null),
          )}
          method={board.is_rounded ? "Bonferroni" : "max-t"}
        />
      )}
      <BoardPlot board={board} />
      <PassagesPlot board={board} />
    </Stack>
  );
}
