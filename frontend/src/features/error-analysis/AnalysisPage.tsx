import { Button, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import {
  analysisQuery,
  changeAnalysis,
  deleteAnalysis,
  type ErrorAnalysis,
  errorKeys,
  exportAddress,
  removeLabeller,
} from "@/api/errorAnalyses";
import { useProject } from "@/api/useProject";
import { CancelButton, CancelledNotice } from "@/components/Cancelling";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { count, formatCount, formatDateTime } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { ScrolledTable } from "@/components/ScrolledTable";
import { TableHead } from "@/components/TableHead";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useRestorePart } from "@/components/useRestorePart";

import { Results } from "./Results";
import { analysesAddress, systemOf } from "./words";

/** One error analysis: how far it is, and what it says once everybody has finished. */
export default function AnalysisPage() {
  const { slug, title, role } = useProject();
  const analysis = useQuery(analysisQuery(slug, Number(useParams().id)));
  useDocumentTitle("Error analysis", title);
  return (
    <QueryView query={analysis} errorOrder={1}>
      {(found) => <Analysis slug={slug} analysis={found} isLead={role === "lead"} />}
    </QueryView>
  );
}

interface AnalysisProps {
  readonly slug: string;
  readonly analysis: ErrorAnalysis;
  readonly isLead: boolean;
}

function Analysis({ slug, analysis, isLead }: AnalysisProps) {
  const { id, number, split, seat, finished_at: finished, receipt } = analysis;
  const own = analysis.labellers.find((labeller) => labeller.number === seat);
  const queryClient = useQueryClient();
  const cancelling = {
    what: "analysis",
    review: analysis,
    onChange: async (how: "cancel" | "reopen") => {
      await changeAnalysis(slug, id, how);
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
    },
  };
  const isOpen = own?.finished_at === null && analysis.cancelled_at === null;
  return (
    <>
      <PageHeader
        title={`Error analysis ${number}: ${systemOf(analysis)}`}
        actions={
          <>
            {(own !== undefined || finished !== null) && (
              <LinkButton to={analysesAddress(slug, `${id}/answers`)}>
                {isOpen ? "Label answers" : "Read the answers"}
              </LinkButton>
            )}
            {isLead && <CancelButton {...cancelling} />}
            {isLead && <DeleteButton slug={slug} analysis={analysis} />}
          </>
        }
      >
        {count(analysis.size, "answer")} of {formatCount(analysis.population_size)} to the split{" "}
        {split}, drawn with seed {analysis.seed} on {formatDateTime(analysis.opened_at)}.{" "}
        {receipt === ""
          ? "Only leads see which system gave them: you may compare the same answers."
          : `Receipt of the score: ${receipt.slice(0, 12)}.`}
      </PageHeader>
      <CancelledNotice {...cancelling} mayReopen={isLead} />
      <Stack gap="xl">
        <Labellers slug={slug} analysis={analysis} isLead={isLead} />
        {finished === null ? (
          <Text size="sm">
            The results appear here once everybody has finished. Until then, nobody sees the others’
            labels.
          </Text>
        ) : (
          <>
            <Results slug={slug} id={id} />
            {isLead && (
              <Group>
                {(["csv", "json"] as const).map((form) => (
                  <Button
                    key={form}
                    component="a"
                    href={exportAddress(slug, id, form)}
                    variant="default"
                  >
                    Download the labels as {form.toUpperCase()}
                  </Button>
                ))}
              </Group>
            )}
          </>
        )}
      </Stack>
    </>
  );
}

function Labellers({ slug, analysis, isLead }: AnalysisProps) {
  const { labellers, size, finished_at: finished } = analysis;
  const mayRemove = isLead && finished === null && labellers.length > 1;
  return (
    <Card maw={640}>
      <Title order={2} size="h3" mb="sm">
        People
      </Title>
      <ScrolledTable label="People" minWidth={420}>
        <Table aria-label="People">
          <TableHead
            left={["Labelled by"]}
            right={["Answers", "Finished", ...(mayRemove ? ["Change"] : [])]}
          />
          <Table.Tbody>
            {labellers.map(({ number, name, is_you: isYou, labelled, finished_at: at }) => (
              <Table.Tr key={number}>
                <Table.Th scope="row" fw={500}>
                  {name}
                  {isYou && " (you)"}
                </Table.Th>
                <Table.Td ta="right">
                  {labelled === null ? "–" : `${formatCount(labelled)} of ${formatCount(size)}`}
                </Table.Td>
                <Table.Td ta="right">{at === null ? "–" : formatDateTime(at)}</Table.Td>
                {mayRemove && (
                  <Table.Td ta="right">
                    <RemoveButton slug={slug} id={analysis.id} number={number} name={name} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Card>
  );
}

interface RemoveButtonProps {
  readonly slug: string;
  readonly id: number;
  readonly number: number;
  readonly name: string;
}

function RemoveButton({ slug, id, number, name }: RemoveButtonProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeLabeller(slug, id, number),
    onSuccess: async () => {
      setOpen(false);
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Take out ${name}`}
        onClick={() => setOpen(true)}
      >
        Take out
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Take ${name} out of this analysis?`}
        action="Take out"
        isPending={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={remove.mutate}
      >
        Their labels stay on record but don’t count. If the other person has finished, this finishes
        the analysis.
      </ConfirmDialog>
    </>
  );
}

function DeleteButton({
  slug,
  analysis: { id, number, system_name },
}: Omit<AnalysisProps, "isLead">) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { announce } = useRestorePart(slug);
  const remove = useMutation({
    mutationFn: () => deleteAnalysis(slug, id),
    onSuccess: async () => {
      await navigate(analysesAddress(slug));
      const name = `Error analysis ${number}: ${system_name}`;
      announce({ kind: "error_analysis", id, name });
      await queryClient.invalidateQueries({ queryKey: errorKeys.all(slug) });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Delete error analysis ${number}?`}
        action="Delete"
        isPending={remove.isPending}
        onClose={() => setOpen(false)}
        onConfirm={remove.mutate}
      >
        All its labels go with it. For 30 days you can restore it in the settings, under{" "}
        <i>Pause or delete</i>.
      </ConfirmDialog>
    </>
  );
}
