import { Text } from "@mantine/core";

/** Where pages are what intervals are over. */
export const ON_PAGES =
  "Where questions are asked on the same page, intervals are for other pages like these with their questions.";

/** The same where a question has several pages. */
export const ON_GROUPS =
  "Where questions have a page in common, intervals are for other groups of such questions.";

/** What the intervals of pages are about that are the same for every kind. */
const SCOPES = {
  encoders:
    "Intervals are for other questions like these about the same pages. On other pages an encoder can do noticeably better or worse. Intervals of differences between nearly equal encoders are wider than they need to be.",
  experts: `Intervals are for other questions like these, answered and judged by the same people. ${ON_PAGES}`,
  comparers: `Intervals are for other questions like these, answered by the same systems and judged by the same people. ${ON_GROUPS}`,
  labellers: `Intervals are for other answers of the same system to questions like these, labelled by the same people. ${ON_PAGES}`,
} as const;

/** One line that says for which other samples the intervals on a page hold. */
export function ScopeLine({ words }: { readonly words: string }) {
  return (
    <Text size="sm" c="dimmed" maw={720} role="note" aria-label="What intervals are about">
      {words}
    </Text>
  );
}

/** The line of a page whose report doesn't say it. */
export function ScopeOf({ what }: { readonly what: keyof typeof SCOPES }) {
  return <ScopeLine words={SCOPES[what]} />;
}
