import type { ReactNode } from "react";

import { ColumnsChoice } from "./ColumnsChoice";
import type { Column } from "./PagedTable";
import { useShownColumns } from "./useShownColumns";

/** Which of a list's columns are shown, as the address says, and the button that chooses them. */
export function useTableColumns<Row>(all: Column<Row>[]): {
  columns: Column<Row>[];
  /** The keys of those that can be left out and aren't. */
  shown: readonly string[];
  choice: ReactNode;
} {
  const optional = all.filter(({ isFixed }) => isFixed !== true);
  const main = optional.filter(({ isExtra }) => isExtra !== true).map(({ key }) => key);
  const { shown, choose } = useShownColumns(
    optional.map(({ key }) => key),
    main,
  );
  return {
    columns: all.filter(({ key, isFixed }) => isFixed === true || shown.includes(key)),
    shown,
    choice: (
      <ColumnsChoice
        columns={optional.map(({ key, header, label }) => ({
          key,
          label: label ?? (typeof header === "string" ? header : key),
        }))}
        shown={shown}
        main={main}
        onChoose={choose}
      />
    ),
  };
}
