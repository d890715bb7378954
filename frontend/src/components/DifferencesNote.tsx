import { Text } from "@mantine/core";

interface DifferencesNoteProps {
  /** How many are compared with each other. */
  readonly number: number;
  readonly of: "systems" | "encoders";
  /** What they are compared on. */
  readonly unit: "examples" | "questions";
  /** Whether any difference has an interval. */
  readonly hasIntervals: boolean;
  /** What the common level comes from. */
  readonly method?: "max-t" | "Bonferroni";
}

/** How sure the differences in a table are, and what is in bold. */
export function DifferencesNote({
  number,
  of,
  unit,
  hasIntervals,
  method = "max-t",
}: DifferencesNoteProps) {
  if (!hasIntervals) {
    return (
      <Text size="sm" c="dimmed" maw={720}>
        Differences have no 95% intervals here: they need 100 {unit}, about ten of which tell the
        two apart.
      </Text>
    );
  }
  const pairs = (number * (number - 1)) / 2;
  const all = pairs === 1 ? "all figures of both" : `all figures of all ${pairs} pairs`;
  return (
    <Text size="sm" c="dimmed" maw={720}>
      Differences have simultaneous 95% intervals ({method}): those of {all} hold at once in 95 of
      100 sets of {unit}, so if all {of} were equally good, about 5 of 100 tables would have
      something in bold; with 20 of them it may be more. A difference that comes from fewer than
      about ten {unit} has no interval.
    </Text>
  );
}
