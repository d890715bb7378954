import { Drawer, List, Text, Title } from "@mantine/core";
import { lazy, Suspense } from "react";

import type { Round } from "@/api/judging";
import type { DialogProps } from "@/components/dialogProps";
import { LoadingState } from "@/components/states";
import { VERDICT_WORDS, VERDICTS } from "@/components/verdicts";

const Markdown = lazy(() => import("@/components/Markdown"));

interface RoundGuidelinesProps extends DialogProps {
  readonly round: Round;
}

/** The lead's guidelines for this round, below the meaning of the three verdicts. */
export function RoundGuidelines({ round, opened, onClose }: RoundGuidelinesProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Guidelines of this round">
      <Title order={3} mb="xs">
        The three verdicts
      </Title>
      <List spacing="xs" mb="lg">
        {VERDICTS.map((verdict) => (
          <List.Item key={verdict}>
            <strong>{VERDICT_WORDS[verdict].name}.</strong> {VERDICT_WORDS[verdict].definition}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mb="lg">
        Judge the question and the passage as if you had asked the question and got this passage. A
        debatable answer is a good answer that reasonable people could argue about.
      </Text>
      {round.guidelines.trim() !== "" && (
        <Suspense fallback={<LoadingState />}>
          <Markdown project={round.project}>{round.guidelines}</Markdown>
        </Suspense>
      )}
    </Drawer>
  );
}
