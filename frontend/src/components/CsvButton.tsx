import { Button } from "@mantine/core";

import { serializeQuery } from "@/api/client";

interface CsvButtonProps {
  readonly slug: string;
  /** The list's name in the API. */
  readonly list: string;
  readonly filters: Readonly<Record<string, string | number>>;
  /** The columns by their names in the file; all without. */
  readonly columns?: readonly string[];
}

/** Downloads what a list shows: with its filters, order and columns, on all pages. */
export function CsvButton({ slug, list, filters, columns = [] }: CsvButtonProps) {
  const query = serializeQuery({ ...filters, columns: columns.join(",") });
  return (
    <Button
      component="a"
      href={`/api/v1/projects/${slug}/${list}.csv?${query}`}
      download
      variant="default"
      size="xs"
    >
      CSV
    </Button>
  );
}
