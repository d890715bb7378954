import { Anchor, Card, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { type PartScores, type ResultGroup, resultsQuery } from "@/api/systemResults";
import { useProject } from "@/api/useProject";
import { type Bar, Bars } from "@/components/charts/Bars";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { formatCount, formatScore, formatTick } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { ScopeLine } from "@/components/ScopeLine";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useKind } from "@/kinds/useKind";

import { GROUPINGS, groupName, RESULTS } from "./resultWords";

type Part = "long" | "short";

const SCORES = [
  { key: "f1", label: "F1" },
  { key: "precision", label: "Precision" },
  { key: "recall", label: "Recall" },
] as const;

function percent(value: number): string {
  return formatScore(value * 100);
}

function describe({ value, interval }: PartScores["f1"]): string {
  if (value === null) return "–";
  const [low, high] = interval ?? [];
  return low === undefined || high === undefined
    ? percent(value)
    : `${percent(value)} (95% interval ${percent(low)} to ${percent(high)})`;
}

/** Whether a score of a group has an interval. */
function hasInterval(group: ResultGroup): boolean {
  return [group.long, group.short].some((scores) =>
    SCORES.some(({ key }) => scores[key].interval !== null),
  );
}

/** How many examples a group has. */
export function examplesIn(group: ResultGroup, part: Part): number {
  return Object.values(group[part].counts).reduce((sum, number) => sum + number, 0);
}

/** A group's name and how many examples it has, which stay on one line. */
function sizedName(group: ResultGroup, part: Part): string {
  return `${groupName(group.grouping, group.group)} (n\u00a0=\u00a0${formatCount(examplesIn(group, part))})`;
}

/** The bars of a grouping: F1, precision and recall of each group that have a value. */
export function barsOf(
  groups: readonly ResultGroup[],
  part: Part,
  addressOf: (group: ResultGroup) => string,
): Bar[] {
  return groups.flatMap((group) =>
    SCORES.flatMap(({ key, label }) => {
      const { value, interval } = group[part][key];
      if (value === null) return [];
      const name = sizedName(group, part);
      return [
        {
          key: `${group.group}-${key}`,
          category: group.group,
          series: key,
          value,
          low: interval?.[0] ?? null,
          high: interval?.[1] ?? null,
          reference: null,
          text: percent(value),
          description: `${name}, ${label}: ${describe(group[part][key])}. Opens the examples.`,
          to: addressOf(group),
        },
      ];
    }),
  );
}

interface GroupingProps {
  readonly name: string;
  readonly groups: readonly ResultGroup[];
  readonly part: Part;
  readonly examplesOf: (group: ResultGroup, result?: string) => string;
}

/** A grouping as bars that lead to their examples, and how many examples have which result. */
function Grouping({ name, groups, part, examplesOf }: GroupingProps) {
  const { title, explanation } = GROUPINGS[name] ?? { title: name, explanation: "" };
  const bars = barsOf(groups, part, examplesOf);
  const shown = groups.filter(({ group }) => bars.some(({ category }) => category === group));
  return (
    <Card>
      <Stack gap="md">
        {bars.length > 0 && (
          <FigureFrame
            title={title}
            caption={explanation}
            fileName={`results-${name.replaceAll("_", "-")}`}
            data={{
              columns: [
                { header: "Group" },
                { header: "Examples", format: formatCount },
                ...SCORES.map(({ label }) => ({ header: label, format: percent })),
              ],
              rows: shown.map((group) => [
                groupName(name, group.group),
                examplesIn(group, part),
                ...SCORES.map(({ key }) => group[part][key].value),
              ]),
            }}
          >
            {(drawing) => (
              <Bars
                label={title}
                categories={shown.map((group) => ({
                  key: group.group,
                  label: sizedName(group, part),
                }))}
                series={SCORES}
                bars={bars}
                xLabel=""
                yLabel="per cent"
                formatY={(value) => formatTick(value * 100)}
                within={[0, 1]}
                referenceLabel="Published"
                drawing={drawing}
              />
            )}
          </FigureFrame>
        )}
        <ScrolledTable label={`results, ${title}`} minWidth={600}>
          <Table aria-label={`Results, ${title}`} fz="sm" verticalSpacing={6}>
            <TableHead left={["Group"]} right={["Examples", ...Object.values(RESULTS)]} />
            <Table.Tbody>
              {groups.map((group) => (
                <Table.Tr key={group.group}>
                  <Table.Th scope="row" fw={400} miw={130}>
                    {groupName(name, group.group)}
                  </Table.Th>
                  <Table.Td ta="right">{formatCount(examplesIn(group, part))}</Table.Td>
                  {Object.keys(RESULTS).map((result) => {
                    const number = group[part].counts[result] ?? 0;
                    return (
                      <Table.Td key={result} ta="right">
                        {number === 0 ? (
                          "0"
                        ) : (
                          <Anchor component={Link} to={examplesOf(group, result)} inherit>
                            {formatCount(number)}
                          </Anchor>
                        )}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      </Stack>
    </Card>
  );
}

const FILTERS = ["split", "part"] as const;

/** A system's results by groups of examples, each one click from its examples. */
export default function SystemResultsPage() {
  const { slug, title, kind } = useProject();
  const { scope } = useKind(kind);
  const system = Number(useParams().system);
  const { filters, setFilter } = useListParams(FILTERS);
  const part: Part = filters.part === "short" ? "short" : "long";
  const results = useQuery(resultsQuery(slug, system, filters.split));
  useDocumentTitle(results.data?.name, title);
  const examplesOf = ({ grouping, group }: ResultGroup, result = "") => {
    const asked = new URLSearchParams({ split: filters.split, part, grouping, group });
    if (result !== "") asked.set("result", result);
    return `/projects/${slug}/leaderboard/systems/${system}/examples?${asked.toString()}`;
  };
  return (
    <QueryView query={results}>
      {({ name, split, groups }) => (
        <Stack gap="lg">
          <PageHeader
            title={name}
            actions={
              <LinkButton to={`/projects/${slug}/leaderboard?split=${split}`} variant="default">
                Leaderboard
              </LinkButton>
            }
          >
            Where the system is right and where it errs, on the split {split}. Click a bar or a
            number to see its examples.
          </PageHeader>
          <SegmentedControl
            aria-label="Part of the answer"
            data={[
              { value: "long", label: "Long answers" },
              { value: "short", label: "Short answers" },
            ]}
            value={part}
            onChange={(value) => {
              setFilter("part", value);
            }}
            style={{ alignSelf: "flex-start" }}
          />
          {groups.some(hasInterval) && <ScopeLine words={scope} />}
          {groups.length === 0 && (
            <Text size="sm" c="dimmed">
              Plumbline scored this before it kept results of single examples. Score the predictions
              again under another name.
            </Text>
          )}
          {Object.keys(GROUPINGS)
            .map((each) => [each, groups.filter(({ grouping }) => grouping === each)] as const)
            .filter(([, found]) => found.length > 0)
            .map(([each, found]) => (
              <Grouping key={each} name={each} groups={found} part={part} examplesOf={examplesOf} />
            ))}
        </Stack>
      )}
    </QueryView>
  );
}
