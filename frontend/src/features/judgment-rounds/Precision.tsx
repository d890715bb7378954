import { Card, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { Target } from "@/api/judging";
import type { Proportion, Report } from "@/api/judgmentReports";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { PointsWithIntervals } from "@/components/charts/PointsWithIntervals";
import { count, formatPercent, formatShare } from "@/components/format";
import { ScrolledTable } from "@/components/ScrolledTable";

import { interval } from "./roundWords";

type Quantity = keyof Report["published"];

const QUANTITIES: readonly { key: Quantity; sign: ReactNode; name: string; what: string }[] = [
  {
    key: "psi",
    // Without its hat, which both typefaces put into the letter.
    sign: "Ψ",
    name: "Ψ precision",
    what: "correct or debatable",
  },
  { key: "correct", sign: "Ê(C)", name: "Ê(C) correct", what: "correct" },
  {
    key: "debatable",
    sign: (
      <>
        Ê(C<sub>d</sub>)
      </>
    ),
    name: "Ê(C_d) debatable",
    what: "correct, but debatable",
  },
  { key: "wrong", sign: "Ê(W)", name: "Ê(W) wrong", what: "wrong" },
];

interface PrecisionProps {
  readonly report: Report;
  readonly precision: NonNullable<Report["precision"]>;
  readonly target: Target;
}

/** Table 2 of the paper for a round, and the same as a figure. */
export function Precision({ report, precision, target }: PrecisionProps) {
  const { published } = report;
  const gap = QUANTITIES.map(({ key }) => precision[key].no_interval).find((why) => why !== "");
  return (
    <Card>
      <Title order={2}>Precision</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Shares of {count(report.draws, "draw")} by consensus verdict, with 95% intervals.{" "}
        {gap !== undefined && `Some have none: ${gap} `}
        An answer that was drawn twice counts twice. As in Table 2 of the paper.
      </Text>
      <ScrolledTable label="Precision" minWidth={520}>
        <Table aria-label="Precision">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Quantity</Table.Th>
              <Table.Th scope="col" ta="right">
                This round
              </Table.Th>
              <Table.Th scope="col" ta="right">
                95% interval
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Draws
              </Table.Th>
              <Table.Th scope="col" ta="right" c="dimmed" fw={400}>
                Published
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {QUANTITIES.map(({ key, sign, what }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={500}>
                  {sign}{" "}
                  <Text span size="sm" c="dimmed">
                    {what}
                  </Text>
                </Table.Th>
                <Table.Td ta="right" fw={600}>
                  {formatPercent(precision[key].value)}
                </Table.Td>
                <Table.Td ta="right">{interval(precision[key])}</Table.Td>
                <Table.Td ta="right">
                  {precision[key].count} of {precision[key].total}
                </Table.Td>
                <Table.Td ta="right" c="dimmed">
                  {published[key]}%
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Text size="xs" c="dimmed" mt={6} mb="xl">
        Published: Table 2 of the Natural Questions paper, {target} answers, 139 draws.
      </Text>
      <FigureFrame
        title="Precision with intervals"
        caption="Points are shares of this round’s draws, bars their 95% intervals; the dashed line is what the paper published."
        fileName="precision"
        data={{
          columns: [
            { header: "Quantity" },
            { header: "Share", format: formatPercent },
            { header: "Low", format: formatPercent },
            { header: "High", format: formatPercent },
            { header: "Draws" },
            { header: "Of" },
            { header: "Published", format: formatPercent },
          ],
          rows: QUANTITIES.map(({ key, name }) => {
            const { value, low, high, count: hits, total } = precision[key];
            return [name, value, low, high, hits, total, published[key] / 100];
          }),
        }}
      >
        {(drawing) => (
          <PointsWithIntervals
            drawing={drawing}
            label="Precision with intervals"
            domain={[0, 1]}
            formatTick={(value) => `${Math.round(value * 100)}%`}
            legend={{ point: "This round, 95% interval", reference: "Published" }}
            points={QUANTITIES.map(({ key, name }) => {
              const { value, low, high, count: hits, total } = precision[key];
              return {
                key,
                label: name,
                value,
                low,
                high,
                reference: published[key] / 100,
                text: formatPercent(value) + shortInterval(precision[key]),
                description: `${name}: ${formatPercent(value)}, ${hits} of ${total} draws, 95% interval ${interval({ low, high })}; published ${published[key]}%`,
              };
            })}
          />
        )}
      </FigureFrame>
    </Card>
  );
}

/** ` (80–95)`, or nothing. */
function shortInterval({ low, high }: Pick<Proportion, "low" | "high">): string {
  if (low === null || high === null) return "";
  return ` (${[low, high].map((end) => formatShare(end).slice(0, -1)).join("–")})`;
}
