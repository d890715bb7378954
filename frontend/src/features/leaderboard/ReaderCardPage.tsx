import { Button, Card, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type ReaderCard, readerCardQuery } from "@/api/readers";
import { useProject } from "@/api/useProject";
import { count, formatCount, formatDateTime } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { formatMetric } from "@/components/metricWords";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { LossCurve } from "./LossCurve";

const METRICS = ["f1", "precision", "recall"] as const;
const HEADINGS = ["F1", "Precision", "Recall"];

function describeData({ source, split, examples }: ReaderCard["data"]): string {
  return `${source}, ${split}: ${count(examples, "example")}`;
}

/** What a card says, in the order of its reading. */
export function cardRows(card: ReaderCard): (readonly [string, string])[] {
  return [
    ["System", `${card.title}; ${card.paper}`],
    [
      "Trained on",
      `${describeData(card.data)}, ${formatCount(card.data.used)} of them used for training`,
    ],
    ["SHA-256 of the training annotations", card.data.sha256],
    ["Thresholds chosen on", describeData(card.dev)],
    ["SHA-256 of the annotations for thresholds", card.dev.sha256],
    ["Word vectors", card.vectors === "" ? "Trained with the system" : card.vectors],
    ["Size", `${formatCount(card.weights)} weights, ${count(card.words, "word")}`],
    ["Seed", String(card.settings.seed)],
    ["Epochs", `${card.epochs.length}; number ${card.best_epoch} is kept`],
    ["Time", `${count(Math.round(card.seconds), "second")} on ${card.device}`],
    ["Trained", formatDateTime(card.trained_at)],
    ["SHA-256 of the weights", card.weights_sha256],
  ];
}

/** The card of a system that was trained here. */
export default function ReaderCardPage() {
  const { slug, title } = useProject();
  const query = useQuery(readerCardQuery(slug, Number(useParams().system)));
  useDocumentTitle(query.data?.name, title);
  return (
    <QueryView query={query}>
      {(card) => (
        <Stack gap="lg">
          <PageHeader
            title={card.name}
            actions={
              <>
                {card.model_url !== null && (
                  <Button component="a" href={card.model_url} variant="default">
                    Download model
                  </Button>
                )}
                <LinkButton to={`/projects/${slug}/leaderboard`} variant="default">
                  Leaderboard
                </LinkButton>
              </>
            }
          >
            What the system was trained on, how, and how good it was.
          </PageHeader>
          <Card>
            <Table aria-label="Card" fz="sm">
              <Table.Tbody>
                {cardRows(card).map(([name, value]) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">{name}</Table.Th>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Card>
          <Card>
            <Stack gap="sm">
              <ScrolledTable label="the scores" minWidth={280}>
                <Table aria-label={`Scores on ${card.dev.split}`} fz="sm">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Td />
                      {HEADINGS.map((heading) => (
                        <Table.Th key={heading} ta="right">
                          {heading}
                        </Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {(["long", "short"] as const).map((part) => (
                      <Table.Tr key={part}>
                        <Table.Th scope="row">
                          {part === "long" ? "Long answers" : "Short answers"}
                        </Table.Th>
                        {METRICS.map((metric) => {
                          const name = `${part}-best-threshold-${metric}`;
                          return (
                            <Table.Td key={metric} ta="right">
                              {formatMetric(name, card.dev_metrics[name])}
                            </Table.Td>
                          );
                        })}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </ScrolledTable>
              <Text size="sm" c="dimmed">
                In per cent, on {card.dev.split}, where the epoch and the thresholds were chosen:
                new examples give lower numbers.
              </Text>
            </Stack>
          </Card>
          <Card>
            <LossCurve name={card.name} epochs={card.epochs} />
          </Card>
        </Stack>
      )}
    </QueryView>
  );
}
