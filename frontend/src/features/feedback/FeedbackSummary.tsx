import { Anchor, Badge, Card, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type CriterionSummary, feedbackSummaryQuery } from "@/api/guidance";
import { count } from "@/components/format";
import { Pages } from "@/components/Pages";
import { RelativeTime } from "@/components/RelativeTime";
import { ScrolledTable } from "@/components/ScrolledTable";
import { useStepBack } from "@/components/useStepBack";

import { CRITERION_LABELS } from "./criteria";

const ROWS = 25;

/** How much of it was about answers that were written after earlier feedback had been read. */
function Recurrence({ given, acknowledged, recurring }: CriterionSummary) {
  if (recurring > 0) {
    const which = recurring === given ? "All" : `${recurring} of ${given}`;
    return (
      <Badge color="brick" tt="none">
        {which} after feedback was read
      </Badge>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {acknowledged === 0 ? "Not read yet" : "Not repeated since it was read"}
    </Text>
  );
}

/** By annotator and criterion: how often it was pointed out, and whether it came again. */
export function FeedbackSummary({
  slug,
  onChoose,
}: {
  slug: string;
  onChoose: (annotator: string) => void;
}) {
  const [page, setPage] = useState(1);
  const summary = useQuery(feedbackSummaryQuery(slug, page));
  useStepBack(summary, page, setPage);
  const { data } = summary;
  if (data === undefined || data.count === 0) return null;
  return (
    <Card padding={0}>
      <ScrolledTable label="feedback by annotator" minWidth={560}>
        <Table aria-label="Feedback by annotator">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Annotator</Table.Th>
              <Table.Th scope="col">Criterion</Table.Th>
              <Table.Th scope="col">Times given</Table.Th>
              <Table.Th scope="col" ta="right">
                Read
              </Table.Th>
              <Table.Th scope="col">Does it recur?</Table.Th>
              <Table.Th scope="col">Last</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.results.flatMap(({ annotator, username, criteria }) =>
              criteria.map((each, row) => (
                <Table.Tr key={`${username} ${each.criterion}`}>
                  <Table.Td>
                    {row === 0 && (
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        onClick={() => onChoose(username)}
                      >
                        {annotator}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td>{CRITERION_LABELS[each.criterion]}</Table.Td>
                  <Table.Td>{count(each.given, "time")}</Table.Td>
                  <Table.Td ta="right">{each.acknowledged}</Table.Td>
                  <Table.Td>
                    <Recurrence {...each} />
                  </Table.Td>
                  <Table.Td>
                    <RelativeTime at={each.last_at} />
                  </Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      <Pages m="sm" value={page} onChange={setPage} count={data.count} perPage={ROWS} />
    </Card>
  );
}
