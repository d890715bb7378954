import { Card, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { Round } from "@/api/judging";
import { type Gathered, variabilityQuery } from "@/api/judgmentReports";
import { count, formatPercent } from "@/components/format";
import { QueryView } from "@/components/QueryView";

import { Figure4 } from "./Figure4";

/** How annotators vary on the judged examples, as section 4.4 of the paper looks at it. */
export function Variability({ round }: { readonly round: Round }) {
  const gathered = useQuery(variabilityQuery(round.id));
  return (
    <Card>
      <Title order={2} mb="sm">
        Variability
      </Title>
      <QueryView query={gathered}>
        {(loaded) => <LoadedVariability gathered={loaded} target={round.target} />}
      </QueryView>
    </Card>
  );
}

function LoadedVariability({
  gathered,
  target,
}: {
  readonly gathered: Gathered;
  readonly target: Round["target"];
}) {
  const { annotations, examples, complete, missing, bars, footnote } = gathered;
  return (
    <Stack>
      {complete < examples && (
        <div>
          <Progress
            value={(complete / Math.max(1, examples)) * 100}
            aria-label="Examples with all annotations"
          />
          <Text size="sm" mt={6}>
            {complete} of {count(examples, "example")} have all {annotations} annotations; the
            figures use these.
          </Text>
          <Missing missing={missing} annotations={annotations} />
        </div>
      )}
      {bars === null ? (
        <Text c="dimmed">Figure 4 is drawn as soon as a judged example is complete.</Text>
      ) : (
        <Figure4 bars={bars} draws={gathered.draws} annotations={annotations} target={target} />
      )}
      {footnote !== null && <FootnoteNine footnote={footnote} target={target} />}
    </Stack>
  );
}

function Missing({
  missing,
  annotations,
}: {
  readonly missing: Gathered["missing"];
  readonly annotations: number;
}) {
  if (missing.length === 0) return null;
  return (
    <details>
      <summary>What is missing</summary>
      <ul>
        {missing.map(({ number, question, have }) => (
          <li key={number}>
            {question}: {have} of {annotations}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shares as in the paper's footnote 9, beside the paper's for long answers, which it is about. */
function FootnoteNine({
  footnote,
  target,
}: {
  readonly footnote: NonNullable<Gathered["footnote"]>;
  readonly target: Round["target"];
}) {
  const isOfPaper = target === "long";
  const { correct_at_or_above: correct, at_or_above: above, wrong_below: wrong, below } = footnote;
  return (
    <Text size="sm" maw={680}>
      Where μ ≥ 0.4, <strong>{shareOf(correct, above)}</strong> are correct or debatable
      {isOfPaper && " (paper: 93%, 114 of 122)"}; where μ &lt; 0.4,{" "}
      <strong>{shareOf(wrong, below)}</strong> are wrong
      {isOfPaper && " (paper: over 35%, 6 of 17, where it prints 11 of 17). Footnote 9"}.
    </Text>
  );
}

function shareOf(hits: number, total: number): string {
  return total === 0
    ? "nothing to count: 0 of 0"
    : `${formatPercent(hits / total)}, ${hits} of ${total},`;
}
