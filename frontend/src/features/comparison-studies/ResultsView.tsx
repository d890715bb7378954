import { Card, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";

import type { Estimate, Results } from "@/api/comparisons";
import { count, formatCoefficient, formatCount } from "@/components/format";
import { ScopeOf } from "@/components/ScopeLine";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";

import { percent, range, RESPECT_NAMES, SCORES } from "./figures";
import classes from "./Results.module.css";
import { ScoresChart } from "./ScoresChart";

/** What came out, as in the paper's Table 4, with intervals and checks. */
export function ResultsView({ results }: { results: Results }) {
  return (
    <Stack gap="lg">
      <Card>
        <ScoreTable results={results} />
        {reasonsWithout(results.systems.flatMap((each) => SCORES.map(({ key }) => each[key]))).map(
          (reason) => (
            <Text key={reason} size="sm" c="dimmed" mt="sm">
              {reason}
            </Text>
          ),
        )}
        <Text size="sm" c="dimmed" mt="sm">
          From {count(results.comparisons, "comparison")}. {results.method}
        </Text>
        {hasIntervals(results) && <ScopeOf what="comparers" />}
      </Card>
      <ScoresChart systems={results.systems} published={results.published} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Strengths results={results} />
        <AgreementTable rows={results.agreement} />
      </SimpleGrid>
      <Published rows={results.published} />
    </Stack>
  );
}

/** Whether a score of a system has an interval: it needs enough questions. */
function hasIntervals({ systems }: Results): boolean {
  return systems.some((system) => SCORES.some(({ key }) => system[key]?.low != null));
}

function ScoreTable({ results }: { results: Results }) {
  return (
    <ScrolledTable label="Results" minWidth={460}>
      <Table aria-label="Results" className={classes.figures} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">System</Table.Th>
            <Table.Th scope="col" ta="right">
              Comparisons
            </Table.Th>
            {SCORES.map(({ key, label, what }) => (
              <Table.Th key={key} scope="col" ta="right" title={what}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.systems.map((system) => (
            <Table.Tr key={system.name}>
              <Table.Th scope="row">{system.name}</Table.Th>
              <Table.Td ta="right">{formatCount(system.answers)}</Table.Td>
              {SCORES.map(({ key }) => (
                <Table.Td key={key} ta="right">
                  <Figure value={system[key]} format={percent} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

/** Why some of the figures have no interval, each reason once. */
function reasonsWithout(figures: readonly (Estimate | null | undefined)[]): string[] {
  const reasons = figures.map((figure) => figure?.no_interval ?? "");
  return [...new Set(reasons)].filter((reason) => reason !== "");
}

/** A figure, and below it its interval if it has one; why not is said below the table. */
function Figure({
  value,
  format,
}: {
  value: Estimate | null;
  format: (value: number | null) => string;
}) {
  if (value === null) return "–";
  return (
    <>
      <span className={classes.value}>{format(value.value)}</span>
      {value.low !== null && <span className={classes.range}>{range(value, format)}</span>}
    </>
  );
}

const RESPECTS = ["ambiguity", "fluency", "overall"] as const;

function Strengths({ results }: { results: Results }) {
  const { systems, no_strength: reasons } = results;
  const missing = RESPECTS.flatMap((respect) =>
    reasons[respect] === null ? [] : [`${RESPECT_NAMES[respect] ?? respect}: ${reasons[respect]}`],
  );
  const noInterval = reasonsWithout(
    systems.flatMap(({ strength }) => RESPECTS.map((respect) => strength?.[respect])),
  );
  const hasAny = systems.some(({ strength }) => strength !== null);
  return (
    <Card component="section" aria-labelledby="strengths">
      <Title order={3} id="strengths">
        Bradley–Terry strengths
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        A check of COMP, FLUE and HO that considers which systems met. Logarithms centred on 0;
        larger is better. Below a strength is its 95% interval.
      </Text>
      {hasAny ? (
        <ScrolledTable label="the strengths" minWidth={460}>
          <Table aria-labelledby="strengths" className={classes.figures} horizontalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">System</Table.Th>
                {["Ambiguity", "Fluency", "Overall"].map((name) => (
                  <Table.Th key={name} scope="col" ta="right">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {systems.map(({ name, strength }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {RESPECTS.map((respect) => (
                    <Table.Td key={respect} ta="right">
                      <Figure value={strength?.[respect] ?? null} format={formatCoefficient} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      ) : (
        <Text size="sm">Not available yet.</Text>
      )}
      {[...missing, ...noInterval].map((reason) => (
        <Text key={reason} size="sm" c="dimmed" mt={6}>
          {reason}
        </Text>
      ))}
    </Card>
  );
}

function AgreementTable({ rows }: { rows: Results["agreement"] }) {
  const hasPairs = rows.some(({ pairs }) => pairs > 0);
  const reasons = new Set(rows.flatMap(({ reason }) => (reason === null ? [] : [reason])));
  return (
    <Card component="section" aria-labelledby="agreement">
      <Title order={3} id="agreement">
        Agreement of comparers
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Over the pairs that all of their comparers have compared.
      </Text>
      {hasPairs ? (
        <ScrolledTable label="agreement" minWidth={460}>
          <Table aria-labelledby="agreement" className={classes.figures} horizontalSpacing="sm">
            <TableHead left={["Aspect"]} right={["Compared", "Agree", "κ"]} />
            <Table.Tbody>
              {rows.map(({ respect, pairs, agreement, kappa }) => (
                <Table.Tr key={respect}>
                  <Table.Th scope="row">{RESPECT_NAMES[respect] ?? respect}</Table.Th>
                  <Table.Td ta="right">{formatCount(pairs)}</Table.Td>
                  <Table.Td ta="right">
                    {agreement === null ? "–" : `${percent(agreement * 100)}%`}
                  </Table.Td>
                  <Table.Td ta="right">{formatCoefficient(kappa)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      ) : (
        <Text size="sm">{reasons.size === 0 ? "Not available yet." : [...reasons].join(" ")}</Text>
      )}
      {hasPairs &&
        rows
          .filter(({ reason }) => reason !== null)
          .map(({ respect, reason }) => (
            <Text key={respect} size="sm" c="dimmed" mt={6}>
              {RESPECT_NAMES[respect] ?? respect}: {reason}
            </Text>
          ))}
    </Card>
  );
}

/** The paper's own figures, small: for orientation, not a goal. */
function Published({ rows }: { rows: Results["published"] }) {
  return (
    <details className={classes.published}>
      <summary>The paper’s figures, for orientation (Table 4, 45 questions)</summary>
      <ScrolledTable label="The paper’s figures" minWidth={460}>
        <Table aria-label="The paper’s figures" className={classes.figures} maw={520} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">System</Table.Th>
              {SCORES.map(({ key, label }) => (
                <Table.Th key={key} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row">{row.name}</Table.Th>
                {SCORES.map(({ key }) => (
                  <Table.Td key={key} ta="right">
                    {percent(row[key])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </details>
  );
}
