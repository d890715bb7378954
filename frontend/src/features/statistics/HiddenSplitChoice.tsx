import { Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { splitsQuery } from "@/api/splits";
import type { HiddenSplit } from "@/api/statistics";

import { useReportPlace } from "./parts/ReportContext";

const NAME = "hidden_split";

/** What counts of the hidden split, by the page's address. */
export function useHiddenSplit(): HiddenSplit {
  const [query] = useSearchParams();
  const asked = query.get(NAME);
  return asked === "with" || asked === "only" ? asked : "without";
}

/** Lets stewards choose what counts of the hidden split; others see nothing. */
export function HiddenSplitChoice() {
  const { slug, hiddenSplit } = useReportPlace();
  const [, setQuery] = useSearchParams();
  const splits = useQuery(splitsQuery(slug));
  if (splits.data?.is_steward !== true || splits.data.hidden === "") return null;
  const { hidden } = splits.data;
  const choices: readonly { value: HiddenSplit; label: string }[] = [
    { value: "without", label: `Without ${hidden}` },
    { value: "with", label: `With ${hidden}` },
    { value: "only", label: `Only ${hidden}` },
  ];
  const choose = (value: HiddenSplit) => {
    setQuery((before) => {
      const after = new URLSearchParams(before);
      if (value === "without") after.delete(NAME);
      else after.set(NAME, value);
      return after;
    });
  };
  return (
    <Group gap="sm" mb="lg">
      <SegmentedControl
        aria-label="Hidden split"
        data={[...choices]}
        value={hiddenSplit}
        onChange={choose}
      />
      {hiddenSplit !== "without" && (
        <Text size="sm" c="dimmed">
          Only stewards see these figures.
        </Text>
      )}
    </Group>
  );
}
