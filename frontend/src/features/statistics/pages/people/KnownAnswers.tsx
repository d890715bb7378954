import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { AnnotatorStatistics } from "@/api/statisticsPeople";
import type { Annotator } from "@/api/types";
import { ControlAgreement } from "@/components/ControlAgreement";
import { STATES } from "@/components/trainingWords";

import { GoldAgreement } from "./GoldAgreement";

interface KnownAnswersProps {
  readonly annotator: Annotator | undefined;
  readonly training: AnnotatorStatistics["training"];
}

/** How somebody did where the right answer is known: the exam, control questions, decisions. */
export function KnownAnswers({ annotator, training }: KnownAnswersProps) {
  return (
    <Group component="dl" gap="xl" align="flex-start" my={0}>
      {training?.is_required === true && (
        <Known name="Training and exam">
          <Text size="sm">{STATES[training.standing.state]}</Text>
        </Known>
      )}
      <Known name="Control questions">
        <ControlAgreement result={annotator?.controls} of="control" />
      </Known>
      <Known name="Agrees with decisions">
        <GoldAgreement gold={annotator?.gold} />
      </Known>
    </Group>
  );
}

function Known({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <dd style={{ margin: 0 }}>{children}</dd>
    </Stack>
  );
}
