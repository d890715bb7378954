import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { Cell } from "@/components/charts/figureData";

/** For tables whose rows begin with a question and end with its example: the way to the example. */
export function renderExampleCell(slug: string) {
  return (cell: Cell, column: string, row: readonly Cell[]): ReactNode => {
    const example = row.at(-1);
    if (typeof example !== "number") return undefined;
    if (column === "example") return String(example);
    if (column !== "question") return undefined;
    return (
      <Anchor
        component={Link}
        to={`/projects/${slug}/examples/${example}`}
        size="sm"
        fw={500}
        display="inline-block"
        miw={220}
      >
        {cell ?? `Example ${example}`}
      </Anchor>
    );
  };
}
