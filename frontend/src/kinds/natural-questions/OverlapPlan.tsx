import { Anchor, Button, Group, NumberInput, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { type Plan, type PlanWish, planQuery } from "@/api/plan";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { XYChart } from "@/components/charts/XYChart";
import { formatCount, formatNumber, formatPercent } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { ScrolledTable } from "@/components/ScrolledTable";
import { SettingsCard } from "@/components/SettingsCard";
import { TableHead } from "@/components/TableHead";

const FIELDS = [
  { name: "examples", label: "Examples", hint: "The project’s" },
  { name: "hours_a_week", label: "Hours a week, each person", hint: "10" },
  { name: "weeks", label: "Weeks until the deadline", hint: "4" },
  { name: "seconds", label: "Seconds per annotation", hint: "As measured" },
] as const;

type Typed = Partial<Record<(typeof FIELDS)[number]["name"], number>>;

const USUAL: PlanWish = { hours_a_week: 10, weeks: 4 };

/** Whose rates the numbers go by, in words. */
function sourcesOf({ answers_from: answers, seconds, seconds_from: time }: Plan): string {
  const rates =
    answers === "project"
      ? "How much questions differ comes from this project’s own annotations."
      : "How much questions differ comes from the Natural Questions paper (section 4.4), until thirty examples have two annotations each.";
  const times = {
    given: "as you set it",
    project: "the mean of this project",
    papers: "the paper’s (section 3.2)",
  };
  return `${rates} An annotation takes ${formatNumber(seconds, 1)} seconds: ${times[time]}.`;
}

/** Why the recommended number is recommended. */
export function reasonOf({ recommended, options }: Plan): string {
  const chosen = options.find(({ number }) => number === recommended);
  const right = formatPercent(chosen?.correct ?? 0);
  const isLast = options.at(-1)?.number === recommended;
  return isLast
    ? `${right} of the consensus answers are right. Fewer annotations would each cost more than one in a hundred of them.`
    : `${right} of the consensus answers are right, and a further annotation of each example makes less than one in a hundred more of them right.`;
}

/** What each number of annotations would give, take and cost. */
function PlanTable({ plan }: { readonly plan: Plan }) {
  const currency = plan.pay?.currency ?? "";
  return (
    <ScrolledTable label="What each number of annotations gives" minWidth={520}>
      <Table
        aria-label="What each number of annotations gives"
        verticalSpacing={6}
        horizontalSpacing={6}
        fz="sm"
        style={{ whiteSpace: "nowrap" }}
      >
        <TableHead
          left={["Of each"]}
          right={[
            "Agreement",
            "Right",
            "Annotations",
            "Hours",
            "People",
            ...(plan.pay === null ? [] : ["Cost"]),
          ]}
        />
        <Table.Tbody>
          {plan.options.map((option) => (
            <Table.Tr key={option.number} fw={option.number === plan.recommended ? 650 : undefined}>
              <Table.Th scope="row" fw="inherit">
                {option.number}
                {option.number === plan.recommended && " (recommended)"}
              </Table.Th>
              <Table.Td ta="right">
                {option.agreement === null || option.width === null
                  ? "–"
                  : `${formatPercent(option.agreement)} ± ${formatNumber(50 * option.width, 1)}`}
              </Table.Td>
              <Table.Td ta="right">{formatPercent(option.correct)}</Table.Td>
              <Table.Td ta="right">{formatCount(option.annotations)}</Table.Td>
              <Table.Td ta="right">{formatNumber(option.hours, 1)}</Table.Td>
              <Table.Td ta="right">{formatCount(option.people)}</Table.Td>
              {plan.pay !== null && (
                <Table.Td ta="right">
                  {formatCount(Math.round(Number(option.cost)))} {currency}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

function PlanChart({ plan }: { readonly plan: Plan }) {
  const points = plan.options.map(({ number, correct }) => ({
    key: String(number),
    series: "",
    x: number,
    value: correct,
    low: null,
    high: null,
    reference: null,
    name: String(number),
    description: `${number} of each: ${formatPercent(correct)} of the consensus answers are right`,
  }));
  return (
    <FigureFrame
      title="Right consensus answers"
      caption="The share of examples whose consensus is what endless annotators would say."
      fileName="plan"
      data={{
        columns: [{ header: "Annotations of each" }, { header: "Right", format: formatPercent }],
        rows: plan.options.map(({ number, correct }) => [number, correct]),
      }}
    >
      {(drawing) => (
        <XYChart
          label="Right consensus answers"
          drawing={drawing}
          shape="points"
          series={[{ key: "", label: "Right" }]}
          points={points}
          xLabel="Annotations of each example"
          yLabel="Right"
          formatX={String}
          formatY={formatPercent}
          wholeX
          referenceLabel=""
        />
      )}
    </FigureFrame>
  );
}

/** How many annotations each example should have: a simulation, which changes nothing. */
export function OverlapPlan({ slug }: { readonly slug: string }) {
  const [typed, setTyped] = useState<Typed>({});
  const [wish, setWish] = useState<PlanWish | null>(null);
  const plan = useQuery({ ...planQuery(slug, wish ?? USUAL), enabled: wish !== null });
  return (
    <div id="plan">
      <SettingsCard
        title="How many annotations does each example need?"
        about="A simulation of what each number would give, take and cost. It changes nothing."
      >
        <Stack gap="md">
          <Group align="flex-end" gap="sm">
            {FIELDS.map(({ name, label, hint }) => (
              <NumberInput
                key={name}
                label={label}
                placeholder={hint}
                min={1}
                allowDecimal={name !== "examples"}
                value={typed[name] ?? ""}
                onChange={(value) => {
                  const { [name]: _, ...others } = typed;
                  setTyped(typeof value === "number" ? { ...others, [name]: value } : others);
                }}
                w={{ base: "100%", xs: 260 }}
              />
            ))}
          </Group>
          <Group>
            <Button
              variant="default"
              loading={plan.isFetching}
              onClick={() => setWish({ ...USUAL, ...typed })}
            >
              Plan
            </Button>
          </Group>
          {wish !== null && (
            <QueryView query={plan}>
              {(found) => (
                <Stack gap="md">
                  <Text>
                    <strong>Recommended: {found.recommended} annotations of each example.</strong>{" "}
                    {reasonOf(found)}
                  </Text>
                  <PlanTable plan={found} />
                  <Text size="sm" c="dimmed">
                    Of {formatCount(found.examples)} examples. Right is the share whose consensus is
                    what endless annotators would say. ± is half the width of the 95% interval of
                    agreement on the long answer, in points. {sourcesOf(found)} People are at least
                    as many as the annotations of an example.{" "}
                    {found.pay === null && (
                      <>
                        For the cost, set a pay per hour on{" "}
                        <Anchor component={Link} to={`/projects/${slug}/hours`} size="sm">
                          Hours
                        </Anchor>
                        .
                      </>
                    )}
                  </Text>
                  <PlanChart plan={found} />
                </Stack>
              )}
            </QueryView>
          )}
        </Stack>
      </SettingsCard>
    </div>
  );
}
