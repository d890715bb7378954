import { Pagination, type PaginationProps } from "@mantine/core";

const CONTROLS = { first: "First", last: "Last", next: "Next", previous: "Previous" };

/** The numbers of a list's pages. Its arrows are drawn, so they get their names here. */
export function Pages(props: PaginationProps) {
  return (
    <Pagination {...props} getControlProps={(control) => ({ "aria-label": CONTROLS[control] })} />
  );
}
