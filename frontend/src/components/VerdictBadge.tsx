import { Badge } from "@mantine/core";

import type { Verdict } from "@/api/judging";

import { VERDICT_WORDS } from "./verdicts";

interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** Only the sign, where the word has no room; it is read aloud all the same. */
  readonly short?: boolean;
}

/** A verdict told by word, sign and colour, so that no one of them is needed. */
export function VerdictBadge({ verdict, short = false }: VerdictBadgeProps) {
  const { sign, name, icon: Icon, colour } = VERDICT_WORDS[verdict];
  if (short) {
    return (
      <Badge color={colour} px={6} miw={30} title={name} aria-label={name} role="img">
        {sign === "Cd" ? (
          <>
            C<sub>d</sub>
          </>
        ) : (
          sign
        )}
      </Badge>
    );
  }
  return (
    <Badge
      color={colour}
      leftSection={<Icon size={13} stroke={2.2} aria-hidden />}
      flex="none"
      maw="100%"
      h="auto"
      styles={{ label: { whiteSpace: "normal", lineHeight: 1.4 } }}
    >
      {name}
    </Badge>
  );
}
