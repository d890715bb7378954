import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "react-router";

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

/** Where each is mended; the targets are on the overview itself. */
const PLACES: Readonly<Record<Obstacle, string>> = {
  left: "examples",
  late: "annotations?arrival=late_waiting",
  no_report: "statistics",
  old_report: "statistics",
  no_targets: "#quality",
  targets: "#quality",
};

function Reason({ obstacle, children }: { obstacle: Obstacle; children: string }) {
  const to = PLACES[obstacle];
  return to.startsWith("#") ? (
    <Anchor href={to} size="sm">
      {children}
    </Anchor>
  ) : (
    <Anchor component={Link} to={to} size="sm">
      {children}
    </Anchor>
  );
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
  const parts = new Intl.ListFormat("en").formatToParts(reasons);
  return reasons.length === 0 ? (
    <Alert color="plumb" title="Ready to publish">
      <Text size="sm">Everything is annotated, and every target is met.</Text>
    </Alert>
  ) : (
    <Alert color="gray" title="Not ready to publish yet">
      <Text size="sm">
        {parts.map(({ type, value }, place) => {
          const obstacle = overview.obstacles[reasons.indexOf(value)];
          if (type === "literal" || obstacle === undefined) return value;
          return (
            <Reason key={obstacle} obstacle={obstacle}>
              {place === 0 ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value}
            </Reason>
          );
        })}
        .
      </Text>
    </Alert>
  );
}
