import { Badge } from "@mantine/core";

import type { Verdict } from "@/api/judging";

import { VERDICT_WORDS } from "./verdicts";

interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** Only the sign, if the word has no room; screen readers still read the word. */
  readonly short?: boolean;
}

/** A verdict by word, sign and colour, so that any one of them is enough. */
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
