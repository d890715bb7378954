import { Stack, Text } from "@mantine/core";

import type { ComparisonDraft } from "@/api/comparisons";

import { capturesOf, type Content, contentOf, RESPECTS, SIDES } from "./content";

/** What a draft says, in a few lines. */
export function describeDraft(draft: ComparisonDraft | null) {
  const content = contentOf(draft, draft?.left_captures.length ?? 0);
  return (
    <Stack gap={2}>
      {linesOf(content).map((line) => (
        <Text key={line} size="sm" lineClamp={4}>
          {line}
        </Text>
      ))}
    </Stack>
  );
}

function linesOf(content: Content): string[] {
  const captures = SIDES.map((side) => {
    const words = capturesOf(content, side).map((value) =>
      value === null ? "–" : value ? "yes" : "no",
    );
    return `${side === "left" ? "Left" : "Right"} captures: ${words.join(", ")}`;
  });
  const preferences = RESPECTS.map((respect) => `${respect}: ${content[respect] ?? "–"}`);
  const comment = content.comment === "" ? [] : [`“${content.comment}”`];
  return [...captures, preferences.join(", "), ...comment];
}
