import { Pagination, type PaginationProps } from "@mantine/core";

const CONTROLS = { first: "First", last: "Last", next: "Next", previous: "Previous" };

interface PagesProps extends Omit<PaginationProps, "total"> {
  /** Rows of the whole list. */
  readonly count: number;
  readonly perPage: number;
}

/** The numbers of a list's pages, if it has several. Its arrows are drawn, so they get names. */
export function Pages({ count, perPage, ...props }: PagesProps) {
  const total = Math.ceil(count / perPage);
  if (total < 2) return null;
  return (
    <Pagination
      {...props}
      total={total}
      getControlProps={(control) => ({ "aria-label": CONTROLS[control] })}
    />
  );
}
