import { Badge } from "@mantine/core";

/** Marks a baseline that was run here. */
export function BaselineBadge({ baseline }: { readonly baseline: string }) {
  if (baseline === "") return null;
  return (
    <Badge size="sm" variant="outline" color="gray">
      Baseline
    </Badge>
  );
}
