import { Anchor, Box, Card, Group, Table, Text, UnstyledButton } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";

import type { Paginated } from "@/api/types";

import { formatCount } from "./format";
import classes from "./PagedTable.module.css";
import { Pages } from "./Pages";
import { type Loaded, QueryView } from "./QueryView";
import { ScrolledTable } from "./ScrolledTable";
import { type PageChange, useStepBack } from "./useStepBack";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  render: (row: Row) => ReactNode;
  align?: "left" | "right";
  width?: number | string;
  /** The server's name of the order by this column. */
  sort?: string;
  /** What the choice of columns calls it, if it can be left out; the header without. */
  label?: string;
  isFixed?: boolean;
  /** Shown only once it is chosen. */
  isExtra?: boolean;
}

/** What of a query a table shows. */
export interface TableState<Row> extends Loaded<Paginated<Row>> {
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
}

/** In which order the rows are, as `name` or `-name`; "" is the usual one. */
export interface TableOrder {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const PAGE_SIZE = 25;

const LEAST_WIDTH = 640;
/** Of a column without a width of its own, which gets what the others leave. */
const LEAST_COLUMN = 160;

/** In pixels, what columns need so that none is squeezed by those with a width of their own. */
export function leastWidth(columns: readonly { readonly width?: number | string }[]): number {
  const widths = columns.map(({ width = LEAST_COLUMN }) => width);
  const pixels = sum(widths.map((width) => (typeof width === "number" ? width : 0)));
  if (!columns.some(({ width }) => width === undefined)) return Math.max(LEAST_WIDTH, pixels);
  const percent = sum(widths.map((width) => (typeof width === "number" ? 0 : parseFloat(width))));
  return Math.max(LEAST_WIDTH, Math.ceil((pixels * 100) / (100 - percent)));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function Footer({
  total,
  page,
  perPage,
  onPageChange,
}: {
  total: number;
  page: number;
  perPage: number;
  onPageChange: (page: number) => void;
}) {
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <Group justify="space-between" px="md" py="sm" className={classes.footer}>
      <Text size="sm" c="dimmed">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </Text>
      <Pages size="sm" value={page} onChange={onPageChange} count={total} perPage={perPage} />
    </Group>
  );
}

const DIRECTIONS = { up: "ascending", down: "descending" } as const;

function Head<Row>({ column, order }: { column: Column<Row>; order: TableOrder | undefined }) {
  const { header, align, width, sort } = column;
  if (order === undefined || sort === undefined) {
    return (
      <Table.Th scope="col" className={classes.head} ta={align} w={width}>
        {header}
      </Table.Th>
    );
  }
  const way = order.value === sort ? "up" : order.value === `-${sort}` ? "down" : null;
  const next = { up: `-${sort}`, down: "" };
  return (
    <Table.Th
      scope="col"
      className={classes.head}
      ta={align}
      w={width}
      aria-sort={way === null ? undefined : DIRECTIONS[way]}
    >
      <UnstyledButton
        className={classes.sort}
        onClick={() => order.onChange(way === null ? sort : next[way])}
      >
        {header}
        <span aria-hidden>{way === null ? " ↕" : way === "up" ? " ↑" : " ↓"}</span>
      </UnstyledButton>
    </Table.Th>
  );
}

function above<Row>(rows: readonly Row[], index: number, section: (row: Row) => string) {
  const row = rows[index - 1];
  return row && section(row);
}

function Cards<Row>(props: {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  card: (row: Row) => ReactNode;
}) {
  return (
    <ul aria-label={props.label} className={classes.cards}>
      {props.rows.map((row) => (
        <li key={props.rowKey(row)}>{props.card(row)}</li>
      ))}
    </ul>
  );
}

/** One page of a list from the server, with its states: loading, failed, empty, there. */
export function PagedTable<Row>({
  label,
  query,
  columns,
  rowKey,
  empty,
  page,
  onPageChange,
  minWidth = leastWidth(columns),
  order,
  section,
  card,
  perPage = PAGE_SIZE,
}: {
  label: string;
  query: TableState<Row>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  empty: ReactNode;
  page: number;
  onPageChange: PageChange;
  /** In pixels; with less room, the table scrolls. */
  minWidth?: number;
  /** Makes the headers of columns with a `sort` buttons. */
  order?: TableOrder;
  /** The heading under which a row stands, with its neighbours of the same. */
  section?: (row: Row) => string;
  /** What a row is where a table has no room: the list is one of cards then. */
  card?: (row: Row) => ReactNode;
  perPage?: number;
}) {
  useStepBack(query, page, onPageChange);
  return (
    <Card padding={0}>
      <QueryView query={query}>
        {({ results, count }) =>
          results.length === 0 ? (
            empty
          ) : (
            <>
              {card !== undefined ? (
                <Cards label={label} rows={results} rowKey={rowKey} card={card} />
              ) : (
                <ScrolledTable label={label} minWidth={minWidth}>
                  <Table
                    aria-label={label}
                    aria-busy={query.isFetching}
                    highlightOnHover
                    layout="fixed"
                    className={query.isPlaceholderData ? classes.stale : undefined}
                  >
                    <Table.Thead>
                      <Table.Tr>
                        {columns.map((column) => (
                          <Head key={column.key} column={column} order={order} />
                        ))}
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {results.map((row, index) => (
                        <Fragment key={rowKey(row)}>
                          {section !== undefined &&
                            section(row) !== above(results, index, section) && (
                              <Table.Tr className={classes.section}>
                                <Table.Th scope="rowgroup" colSpan={columns.length}>
                                  {section(row)}
                                </Table.Th>
                              </Table.Tr>
                            )}
                          <Table.Tr>
                            {columns.map(({ key, render, align }) => (
                              <Table.Td key={key} ta={align}>
                                {render(row)}
                              </Table.Td>
                            ))}
                          </Table.Tr>
                        </Fragment>
                      ))}
                    </Table.Tbody>
                  </Table>
                </ScrolledTable>
              )}
              <Footer total={count} page={page} perPage={perPage} onPageChange={onPageChange} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

/** A row's main text, cut to two lines. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <Box className={classes.twoLines}>{children}</Box>;
}

/** A row's main text as the way to what it stands for. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <TwoLines>
      <Anchor component={Link} to={to} size="sm" fw={500}>
        {children}
      </Anchor>
    </TwoLines>
  );
}
