import { Anchor, Card, SimpleGrid, Text } from "@mantine/core";
import { Link } from "react-router";

import type { ProjectProgress } from "@/api/types";
import { Figure } from "@/components/Figure";
import { count, formatCount, formatMean, formatShare } from "@/components/format";

/** What the long-form answers are like so far, and what asks for a lead's attention. */
export default function ProgressFigures({ progress }: { readonly progress: ProjectProgress }) {
  const { long_form: figures, examples } = progress;
  if (figures === null) return null;
  return (
    <Card>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="lg">
        <Figure
          value={formatMean(figures.words_mean)}
          label="words on average"
          hint="The published data set’s mean is 64.8"
        />
        <Figure
          value={formatShare(figures.coverage_mean)}
          label="covered on average"
          hint="The share of an answer’s words that are in its support document. The published data set’s mean is 92%"
        />
        <Figure
          value={
            <Anchor component={Link} to="concerns" inherit>
              {count(figures.concerns, "concern")}
            </Anchor>
          }
          label={`about ${formatCount(figures.examples_with_concern)} of ${count(examples, "example")}`}
          hint="In ASQA it was 474 of 6,790"
        />
        <Figure
          value={
            <Anchor component={Link} to="confirmations" inherit>
              {count(figures.confirmations, "confirmation")}
            </Anchor>
          }
          label="that other wordings are included"
        />
      </SimpleGrid>
      {figures.words_mean === null && (
        <Text size="sm" c="dimmed" mt="sm">
          Means appear with the first answer.
        </Text>
      )}
    </Card>
  );
}
