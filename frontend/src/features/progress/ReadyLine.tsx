import { Alert, Text } from "@mantine/core";

import type { Overview } from "@/api/overview";
import type { ProjectProgress } from "@/api/types";
import { count } from "@/components/format";

type Obstacle = Overview["obstacles"][number];

/** Each as the end of *Not ready to publish, because …*. */
function words(obstacle: Obstacle, overview: Overview, progress: ProjectProgress): string {
  const left = progress.annotations_required - progress.annotations_submitted;
  const unmet = overview.targets.filter(({ state }) => state !== "met").length;
  switch (obstacle) {
    case "left":
      return `${count(left, "annotation")} ${left === 1 ? "is" : "are"} to go`;
    case "late":
      return `${count(overview.waiting.late, "late annotation")} wait${overview.waiting.late === 1 ? "s" : ""} for a decision`;
    case "no_report":
      return "the statistics were not computed yet";
    case "old_report":
      return "answers have changed since the statistics were computed";
    case "no_targets":
      return "no quality targets are set";
    case "targets":
      return `${count(unmet, "target")} ${unmet === 1 ? "is" : "are"} not met for certain`;
  }
}

/** One line: ready to publish, or why not yet. */
export function ReadyLine({
  overview,
  progress,
}: {
  readonly overview: Overview;
  readonly progress: ProjectProgress;
}) {
  const reasons = overview.obstacles.map((obstacle) => words(obstacle, overview, progress));
  const list = new Intl.ListFormat("en").format(reasons);
  return reasons.length === 0 ? (
    <Alert color="plumb" title="Ready to publish">
      <Text size="sm">Everything is annotated, and every target is met.</Text>
    </Alert>
  ) : (
    <Alert color="gray" title="Not ready to publish yet">
      <Text size="sm">
        {list.charAt(0).toUpperCase()}
        {list.slice(1)}.
      </Text>
    </Alert>
  );
}
