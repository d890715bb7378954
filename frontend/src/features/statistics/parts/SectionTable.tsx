import { Button, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";

import { DownloadNumbers } from "@/components/charts/DownloadNumbers";
import type { Cell } from "@/components/charts/figureData";
import { formatValue } from "@/components/figures/values";
import { formatCount, formatDate } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";
import { Subscripts } from "@/components/Subscripts";
import { keyLabel, wordOf } from "@/kinds/words";

import type { Table as ReportTable } from "../shape";
import { MissingNote } from "./MissingNote";
import classes from "./parts.module.css";
import { PEOPLE, tableFileOf } from "./tableFile";

interface SectionTableProps {
  readonly section: string;
  readonly table: ReportTable;
  /** Replaces a cell's text, such as by a link; undefined leaves it. */
  readonly renderCell?: (cell: Cell, column: string, row: readonly Cell[]) => ReactNode;
  /** What people are called, by the keys in the columns about them; files have both. */
  readonly nameOf?: ((key: string) => string) | undefined;
  /** So many rows are shown until somebody asks for all; files have all of them. */
  readonly first?: number;
}

/** Text up to this length, such as a name, stays on one line. */
const SHORT = 24;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a column is aligned left: a column without a unit may have words or numbers. */
function isText({ rows }: ReportTable, unit: string, column: number): boolean {
  if (unit !== "") return unit === "text";
  return !rows.some((row) => typeof row[column] === "number");
}

function textOf(section: string, cell: Cell, unit: string): string {
  if (typeof cell !== "string") return formatValue(cell, unit);
  return DATE.test(cell) ? formatDate(cell) : keyLabel(section, cell);
}

/** A table of a report, with published values beside or below it, and both as files. */
export function SectionTable({ section, table, renderCell, nameOf, first }: SectionTableProps) {
  const heading = useId();
  const [isWhole, setIsWhole] = useState(false);
  const { label, explanation } = wordOf(section, table.name);
  const columns = table.columns.map(({ name, unit }, index) => ({
    name,
    unit,
    header: wordOf(section, name).label,
    className: isText(table, unit, index) ? undefined : classes.number,
  }));
  const isPerson = (index: number) =>
    nameOf !== undefined && PEOPLE.has(columns[index]?.name ?? "");
  const file = tableFileOf(section, table, nameOf);
  const isLonger = first !== undefined && table.rows.length > first;
  const rows = [
    ...(isLonger && !isWhole ? table.rows.slice(0, first) : table.rows).map((cells) => ({
      cells,
      isPublished: false,
    })),
    ...(table.published ?? []).map((cells) => ({ cells, isPublished: true })),
  ];
  return (
    <Card component="article" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Stack gap={2}>
          <Title order={3} id={heading}>
            {label}
          </Title>
          {explanation !== undefined && (
            <Text size="sm" c="dimmed" maw={640}>
              <Subscripts text={explanation} />
            </Text>
          )}
        </Stack>
        <DownloadNumbers
          fileName={table.name.replaceAll("_", "-")}
          title={label}
          label={`Download ${label}`}
          data={file}
        />
      </Group>
      {table.missing !== null ? (
        <MissingNote missing={table.missing} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing to list yet.
        </Text>
      ) : (
        <ScrolledTable label={label} minWidth={360}>
          <Table id={`${heading}-rows`} aria-labelledby={heading} verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name, header, className }) => (
                  <Table.Th key={name} scope="col" className={className}>
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ cells, isPublished }, row) => (
                <Table.Tr key={row} className={isPublished ? classes.reference : undefined}>
                  {cells.map((cell, index) => {
                    const column = columns[index];
                    const { unit, name } = column ?? { unit: "", name: "" };
                    const text =
                      nameOf !== undefined && typeof cell === "string" && isPerson(index)
                        ? nameOf(cell)
                        : textOf(section, cell, unit);
                    const shown = (isPublished ? undefined : renderCell?.(cell, name, cells)) ?? (
                      <Subscripts text={text} />
                    );
                    const isShort = typeof cell === "string" && cell.length <= SHORT;
                    const content = isShort ? (
                      <span className={classes.short}>{shown}</span>
                    ) : (
                      shown
                    );
                    return index === 0 ? (
                      <Table.Th key={index} scope="row" fw={500} className={column?.className}>
                        {content}
                        {isPublished && " (published)"}
                      </Table.Th>
                    ) : (
                      <Table.Td key={index} className={column?.className}>
                        {content}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
      {isLonger && table.missing === null && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          aria-expanded={isWhole}
          aria-controls={`${heading}-rows`}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole
            ? `Show the first ${formatCount(first)}`
            : `Show all ${formatCount(table.rows.length)}`}
        </Button>
      )}
    </Card>
  );
}
