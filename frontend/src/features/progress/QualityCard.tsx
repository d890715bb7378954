import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";

import type { Overview, Target } from "@/api/overview";
import type { Project } from "@/api/types";
import { formatInterval, formatValue } from "@/components/figures/values";
import { wordOf } from "@/kinds/words";

import classes from "./FirstSteps.module.css";
import { TargetsDialog } from "./TargetsDialog";

const STATES: Readonly<Record<Target["state"], { label: string; color: string }>> = {
  met: { label: "Met", color: "plumb" },
  missed: { label: "Missed", color: "brick" },
  open: { label: "Not certain yet", color: "amber" },
  unknown: { label: "Not known", color: "gray" },
};

/** *At least 70%*, *at most 60%*, *30–60%*. */
export function boundsOf({ at_least: least, at_most: most, unit }: Target): string {
  if (least !== null && most !== null) {
    return formatInterval({ low: least, high: most }, unit) ?? "";
  }
  return least !== null
    ? `at least ${formatValue(least, unit)}`
    : `at most ${formatValue(most, unit)}`;
}

function TargetRow({ target }: { readonly target: Target }) {
  const { section, figure, unit, value, state, reason } = target;
  const interval = formatInterval(target, unit);
  return (
    <li className={classes.step}>
      <Group justify="space-between" gap="4px 16px">
        <Text fw={550}>{wordOf(section, figure).label}</Text>
        <Badge variant="light" color={STATES[state].color} miw="max-content">
          {STATES[state].label}
        </Badge>
      </Group>
      <Text size="sm">
        {formatValue(value, unit)}
        {interval !== null && ` (95%: ${interval})`}; wanted: {boundsOf(target)}
      </Text>
      {interval === null && (
        <Text size="sm" c="dimmed">
          No interval: {reason}
        </Text>
      )}
    </li>
  );
}

interface QualityCardProps {
  readonly project: Project;
  readonly overview: Overview;
}

/** Figures of the statistics beside the targets that leads have set for them. */
export function QualityCard({ project, overview }: QualityCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { targets, computed_at: computed } = overview;
  return (
    <Card id="quality">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          Quality and its targets
        </Title>
        {computed !== null && (
          <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
            {targets.length === 0 ? "Set targets" : "Change"}
          </Button>
        )}
      </Group>
      {targets.length === 0 ? (
        <Text c="dimmed">
          {computed === null
            ? "Compute the statistics; then set targets for agreement and other figures."
            : "Choose the figures that decide whether the data set is good enough, such as agreement on long answers."}
        </Text>
      ) : (
        <Stack component="ul" gap={0} className={classes.steps}>
          {targets.map((target) => (
            <TargetRow key={`${target.section}.${target.figure}`} target={target} />
          ))}
        </Stack>
      )}
      <TargetsDialog
        project={project}
        targets={targets}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Card>
  );
}
