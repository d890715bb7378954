import { Button, Card, Group, SegmentedControl, SimpleGrid, Text, Title } from "@mantine/core";
import { IconClock, IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type Hours, hoursQuery, timeSheetUrl } from "@/api/hours";
import { useProject } from "@/api/useProject";
import { formatDateTime } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { HoursTable } from "./HoursTable";
import { formatHours, formatMoney, formatMoneyRange } from "./money";
import { PayDialog } from "./PayDialog";

const PERIODS = [
  { value: "4", label: "4 weeks" },
  { value: "8", label: "8 weeks" },
  { value: "26", label: "26 weeks" },
];

interface AmountProps {
  readonly title: string;
  readonly seconds: number | null;
  readonly range: string | null;
  readonly cost: string | null;
  readonly about: string;
}

/** Hours, what they cost, and what that is about. */
function Amount({ title, seconds, range, cost, about }: AmountProps) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h4" mb={4}>
        {title}
      </Title>
      <Text component="div" fz="1.5rem" fw={550}>
        {seconds === null ? "–" : `${formatHours(seconds)} hours`}
        {cost !== null && `, ${cost}`}
      </Text>
      {range !== null && <Text size="sm">95%: {range}</Text>}
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </Card>
  );
}

function Amounts({ hours: { pay, spent, cost, needed, computed_at: at } }: { hours: Hours }) {
  const currency = pay?.currency ?? "";
  const { seconds, low, high, reason } = needed;
  const hoursRange =
    low === null || high === null ? null : `${formatHours(low)} to ${formatHours(high)} hours`;
  const range = [hoursRange, formatMoneyRange(needed.cost_low, needed.cost_high, currency)];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Amount
        title="So far"
        seconds={spent}
        range={null}
        cost={pay && formatMoney(cost, currency)}
        about="Active time of everybody: annotating, training and comparing."
      />
      <Amount
        title="To the end"
        seconds={seconds}
        range={hoursRange === null ? null : range.filter((each) => each !== null).join(", ")}
        cost={pay && needed.cost !== null ? formatMoney(needed.cost, currency) : null}
        about={[
          seconds === null ? "" : "Annotations to go, at the mean time of those that are in.",
          hoursRange === null && reason !== "" ? reason : "",
          at === null ? "" : `By the statistics of ${formatDateTime(at)}.`,
        ]
          .filter((sentence) => sentence !== "")
          .join(" ")}
      />
    </SimpleGrid>
  );
}

/** Who worked how long, what it costs, and what is to come. */
export default function HoursPage() {
  const { slug, title } = useProject();
  useDocumentTitle("Hours", title);
  const [weeks, setWeeks] = useState("4");
  const [isPaying, setIsPaying] = useState(false);
  const hours = useQuery({ ...hoursQuery(slug, Number(weeks)), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Hours and cost">
        Active time by person and week; pauses don’t count. Weeks begin on Monday, in UTC. Judging
        has no measured time.
      </PageHeader>
      <QueryView query={hours}>
        {(found) =>
          found.people.length === 0 ? (
            <EmptyState icon={IconClock} title="No hours yet">
              Once somebody has annotated, trained or compared here, their hours appear. Annotations
              that were imported or simulated have none.
            </EmptyState>
          ) : (
            <>
              <Amounts hours={found} />
              <Group justify="space-between" mt="lg">
                <SegmentedControl
                  aria-label="Weeks shown"
                  data={PERIODS}
                  value={weeks}
                  onChange={setWeeks}
                />
                <Group>
                  <Button variant="default" onClick={() => setIsPaying(true)}>
                    {found.pay ? "Change pay" : "Set pay per hour"}
                  </Button>
                  <Button
                    component="a"
                    href={timeSheetUrl(slug)}
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                  >
                    Time sheet
                  </Button>
                </Group>
              </Group>
              <HoursTable hours={found} />
              {isPaying && (
                <PayDialog opened slug={slug} pay={found.pay} onClose={() => setIsPaying(false)} />
              )}
            </>
          )
        }
      </QueryView>
    </>
  );
}
