import type { ReactNode } from "react";

import { CsvButton } from "./CsvButton";
import { SavedViews } from "./SavedViews";

interface ListToolsProps {
  readonly slug: string;
  readonly list: "examples" | "annotations" | "members";
  readonly filters: Readonly<Record<string, string | number>>;
  /** The button that chooses columns. */
  readonly choice: ReactNode;
  /** The columns by their names in the file. */
  readonly columns: readonly string[];
}

/** What follows a list's filters: its saved views, its columns and its file. */
export function ListTools({ slug, list, filters, choice, columns }: ListToolsProps) {
  return (
    <>
      <SavedViews slug={slug} table={list} />
      {choice}
      <CsvButton slug={slug} list={list} filters={filters} columns={columns} />
    </>
  );
}
