import { Badge, Group, List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { Phase } from "@/api/competitions";
import type { ProjectKind } from "@/api/types";
import { formatDateTime } from "@/components/format";
import { useKind } from "@/kinds/useKind";

import { PHASE_STATES, describeDates, describeRules } from "./phaseWords";

interface PhaseListProps {
  readonly phases: readonly Phase[];
  readonly kind: ProjectKind;
  /** What stewards do with a phase. */
  readonly actions?: (phase: Phase) => ReactNode;
}

/** Phases with their dates, state and rules. */
export function PhaseList({ phases, kind, actions }: PhaseListProps) {
  const { asks } = useKind(kind);
  if (phases.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There is no phase yet.
      </Text>
    );
  }
  return (
    <Stack gap="lg">
      <Text size="xs" c="dimmed">
        Times are in your time zone: {Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </Text>
      {phases.map((phase) => {
        const { label, color } = PHASE_STATES[phase.state];
        return (
          <Stack
            key={phase.number}
            component="article"
            gap={4}
            aria-label={phase.name}
            tabIndex={-1}
          >
            <Group gap="xs">
              <Text fw={550}>{phase.name}</Text>
              <Badge color={color}>{label}</Badge>
            </Group>
            <Text size="sm">{describeDates(phase)}</Text>
            {phase.results_published_at !== null && (
              <Text size="sm">Results published {formatDateTime(phase.results_published_at)}</Text>
            )}
            <List size="sm" c="dimmed" spacing={2}>
              {describeRules(phase, asks).map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
            {actions?.(phase)}
          </Stack>
        );
      })}
    </Stack>
  );
}
