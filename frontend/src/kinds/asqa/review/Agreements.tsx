import { Card, Group, Text } from "@mantine/core";

import type { Agreement, SheetAnnotation } from "@/api/types";

import { Section } from "./Section";
import { ASQA_MEANS, formatAgreement, pairOf } from "./sheetFigures";

/** ROUGE-L between each pair of answers, with the paper's mean for orientation. */
export function Agreements({
  agreements,
  annotations,
}: {
  agreements: readonly Agreement[];
  annotations: readonly SheetAnnotation[];
}) {
  return (
    <Section title="Agreement">
      <Card>
        <Group gap="xl" component="dl" m={0}>
          {agreements.map((agreement) => (
            <div key={`${agreement.first}-${agreement.second}`}>
              <Text component="dt" size="sm" c="dimmed">
                {pairOf(agreement, annotations)}
              </Text>
              <Text
                component="dd"
                m={0}
                fz="1.375rem"
                fw={550}
                style={{ fontVariantNumeric: "tabular-nums" }}
              >
                {formatAgreement(agreement.rouge_l_f1)}
              </Text>
            </div>
          ))}
        </Group>
        <Text size="sm" c="dimmed" mt="xs">
          ROUGE-L F1, from 0 to 100: how much wording two answers share, in the same order. Between
          two annotators of ASQA, it is {ASQA_MEANS.agreement} on average. A single low value means
          little.
        </Text>
      </Card>
    </Section>
  );
}
