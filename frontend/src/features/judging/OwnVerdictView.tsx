import { Text } from "@mantine/core";

import { VerdictBadge } from "@/components/VerdictBadge";

import type { OwnVerdict } from "./verdictDesk";

/** A verdict and its justification, as they were chosen and written. */
export function OwnVerdictView({ own }: { own: OwnVerdict | null }) {
  return (
    <>
      {own?.verdict ? (
        <VerdictBadge verdict={own.verdict} />
      ) : (
        <Text size="sm">No verdict yet</Text>
      )}
      <Text size="sm" mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {own?.justification}
      </Text>
    </>
  );
}
