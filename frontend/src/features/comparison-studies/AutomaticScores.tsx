import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Group,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import {
  type Correlations,
  correlationsQuery,
  saveScores,
  type ScoreChanges,
  type Study,
} from "@/api/comparisons";
import { ErrorAlert } from "@/components/ErrorAlert";
import { count } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";

import { correlation, RESPECT_NAMES } from "./figures";
import classes from "./Results.module.css";
import { changedScores, editsSince, NO_EDITS, readSheet, type ScoreEdits, sheetOf } from "./scores";

interface AutomaticScoresProps {
  readonly study: Study;
  /** Of the results that are kept; null before there are any. */
  readonly fingerprint: string | null;
}

/** Automatic scores of the same systems, and how they go with the human ones (Table 5). */
export function AutomaticScores({ study, fingerprint }: AutomaticScoresProps) {
  const correlations = useQuery(correlationsQuery(study.id, fingerprint));
  return (
    <section aria-labelledby="automatic">
      <Title order={2} size="h3" mb="sm" id="automatic">
        Automatic scores
      </Title>
      <QueryView query={correlations}>
        {(loaded) => (
          <Stack gap="lg">
            <ScoreForm study={study} stored={loaded} />
            {loaded.metrics.length > 0 && loaded.rows.length > 0 && (
              <CorrelationTable correlations={loaded} />
            )}
          </Stack>
        )}
      </QueryView>
    </section>
  );
}

interface Saving {
  readonly scores: ScoreChanges;
  /** The edits that they come from. */
  readonly saved: ScoreEdits;
}

function ScoreForm({ study, stored }: { study: Study; stored: Correlations }) {
  const [edits, setEdits] = useState<ScoreEdits>(NO_EDITS);
  const [metric, setMetric] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const systems = study.systems.map(({ name }) => name);
  const sheet = sheetOf(stored, edits);
  const save = useMutation({
    mutationFn: ({ scores }: Saving) => saveScores(study.id, scores),
    meta: { silent: true },
    onSuccess: async (_, { saved }) => {
      notifyDone("The scores are saved.");
      await queryClient.invalidateQueries({
        queryKey: ["comparison-study", study.id, "correlations"],
      });
      // People type on while scores are being saved.
      setEdits((now) => editsSince(saved, now));
    },
  });

  const name = metric.trim();
  const add = () => {
    if (name === "" || sheet.metrics.includes(name)) return;
    setEdits({
      ...edits,
      added: [...edits.added, name],
      removed: edits.removed.filter((each) => each !== name),
    });
    setMetric("");
  };
  const set = (system: string, column: string, text: string) => {
    const row = { ...edits.cells[system], [column]: text };
    setEdits({ ...edits, cells: { ...edits.cells, [system]: row } });
  };
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const read = readSheet(sheet, systems);
    setProblem("problem" in read ? read.problem : null);
    if (!("scores" in read)) return;
    const changed = changedScores(read.scores, stored);
    if (Object.keys(changed).length > 0) save.mutate({ scores: changed, saved: edits });
    else setEdits(NO_EDITS);
  }

  return (
    <Card>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Systems and people on the leaderboard have their scores here. Add a metric of your own
            and type each system’s score; an empty cell leaves it out of that metric’s correlations.
          </Text>
          {problem !== null && (
            <Alert color="brick" role="alert">
              {problem}
            </Alert>
          )}
          <ErrorAlert error={problem === null ? save.error : null} withFields />
          {sheet.metrics.length > 0 && (
            <ScrolledTable label="scores" minWidth={420}>
              <Table aria-label="Scores" className={classes.figures} horizontalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">System</Table.Th>
                    {sheet.metrics.map((column) => (
                      <Table.Th key={column} scope="col">
                        <Group gap={4} wrap="nowrap">
                          {column}
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            size="sm"
                            aria-label={`Remove ${column}`}
                            onClick={() => {
                              setEdits({
                                ...edits,
                                added: edits.added.filter((each) => each !== column),
                                removed: [...edits.removed, column],
                              });
                            }}
                          >
                            <IconX size={14} aria-hidden />
                          </ActionIcon>
                        </Group>
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {systems.map((system) => (
                    <Table.Tr key={system}>
                      <Table.Th scope="row">{system}</Table.Th>
                      {sheet.metrics.map((column) => (
                        <Table.Td key={column}>
                          <TextInput
                            size="xs"
                            w={100}
                            inputMode="decimal"
                            aria-label={`${column} of ${system}`}
                            value={sheet.cells[system]?.[column] ?? ""}
                            onChange={(event) => set(system, column, event.currentTarget.value)}
                          />
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrolledTable>
          )}
          <Group justify="space-between">
            <Group gap="xs">
              <TextInput
                aria-label="Name of a metric"
                placeholder="ROUGE-L"
                maxLength={50}
                value={metric}
                onChange={(event) => setMetric(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  add();
                }}
              />
              <Button
                variant="default"
                disabled={name === "" || sheet.metrics.includes(name)}
                onClick={add}
              >
                Add the metric
              </Button>
            </Group>
            <Button type="submit" loading={save.isPending} disabled={edits === NO_EDITS}>
              Save scores
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Pearson's r of each human score with each metric, as in the paper's Table 5. */
function CorrelationTable({ correlations }: { correlations: Correlations }) {
  const { metrics, rows } = correlations;
  return (
    <Card component="section" aria-labelledby="correlations">
      <Title order={3} id="correlations">
        Correlation with the human scores
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Pearson’s r over the systems, times 100, as in the paper’s Table 5.
      </Text>
      <Table aria-labelledby="correlations" className={classes.figures} w="auto">
        <TableHead left={["Human score"]} right={metrics} />
        <Table.Tbody>
          {rows.map(({ respect, values }) => (
            <Table.Tr key={respect}>
              <Table.Th scope="row">{RESPECT_NAMES[respect] ?? respect}</Table.Th>
              {values.map(({ metric, r, n, reason }) => (
                <Table.Td key={metric} ta="right">
                  {r === null ? (
                    <Text span size="sm" c="dimmed">
                      {reason ?? "–"}
                    </Text>
                  ) : (
                    <>
                      <span className={classes.value}>{correlation(r)}</span>
                      <span className={classes.range}>{count(n, "system")}</span>
                    </>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
