import { Text } from "@mantine/core";

/** For samples in which several questions come from one page, such intervals are too narrow. */
const FEW_SHARED = "They assume that hardly any questions share a page.";

/** Where pages are what intervals are over. */
const ON_PAGES =
  "Where questions are asked on the same page, intervals are for other pages like these with their questions.";

/** What the intervals of pages other than the dashboards are about. */
const SCOPES = {
  nq: `Intervals are for other questions like these, answered by the same people. ${ON_PAGES}`,
  asqa: `Intervals are for other questions like these, answered by the same people. ${FEW_SHARED}`,
  encoders:
    "Intervals are for other questions like these about the same pages. On other pages an encoder can do noticeably better or worse.",
  experts: `Intervals are for other questions like these, answered and judged by the same people. ${ON_PAGES}`,
  comparers: `Intervals are for other questions like these, answered by the same systems and judged by the same people. ${FEW_SHARED}`,
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
