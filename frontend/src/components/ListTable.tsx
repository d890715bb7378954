import type { ReactNode } from "react";

import { NoMatches } from "./NoMatches";
import { type Column, PagedTable, type TableState } from "./PagedTable";
import type { ListParams } from "./useListParams";

interface ListTableProps<Row, Name extends string> {
  /** What the list has, in the plural. */
  readonly label: string;
  readonly query: TableState<Row>;
  readonly columns: Column<Row>[];
  readonly list: ListParams<Name>;
  /** What helps where the filters leave nothing. */
  readonly hint?: ReactNode;
  /** What stands there where the project has none at all. */
  readonly empty: ReactNode;
}

/** A project's list on the page and in the order that the address says. */
export function ListTable<Row extends { id: number }, Name extends string>(
  props: ListTableProps<Row, Name>,
) {
  const { label, query, columns, list, hint, empty } = props;
  return (
    <PagedTable
      label={label}
      query={query}
      columns={columns}
      order={list.order}
      rowKey={({ id }) => id}
      page={list.page}
      onPageChange={list.setPage}
      empty={
        list.isFiltered ? (
          <NoMatches what={label.toLowerCase()} onShowAll={list.clear}>
            {hint}
          </NoMatches>
        ) : (
          empty
        )
      }
    />
  );
}
