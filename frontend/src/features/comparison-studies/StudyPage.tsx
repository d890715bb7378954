import { Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import {
  changeStudy,
  exportAddress,
  finishStudy,
  resultsQuery,
  type Study,
  studyQuery,
} from "@/api/comparisons";
import { queryKeys } from "@/api/queryKeys";
import { useProject } from "@/api/useProject";
import { CancelButton, CancelledNotice } from "@/components/Cancelling";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import type { DialogProps } from "@/components/dialogProps";
import { count, formatDateTime } from "@/components/format";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { SplitFiles } from "@/components/SplitFiles";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { AutomaticScores } from "./AutomaticScores";
import { ComparerProgress } from "./ComparerProgress";
import { progressOf } from "./progress";
import { StudyResults } from "./StudyResults";
import { StudyState } from "./StudyState";

/** A comparison study: everybody's progress, and the results. */
export default function StudyPage() {
  const project = useProject();
  const { id = "" } = useParams();
  const study = useQuery(studyQuery(Number(id)));
  useDocumentTitle(study.data?.title ?? "Comparison study", project.title);
  return (
    <QueryView query={study} errorOrder={1}>
      {(loaded) => <LoadedStudy key={loaded.id} slug={project.slug} study={loaded} />}
    </QueryView>
  );
}

function LoadedStudy({ slug, study }: { slug: string; study: Study }) {
  const results = useQuery(resultsQuery(study.id));
  const [isFinishing, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const { done } = progressOf(study);
  const cancelling = {
    what: "study",
    review: study,
    onChange: async (how: "cancel" | "reopen") => {
      queryClient.setQueryData(
        queryKeys.comparisonStudy(study.id),
        await changeStudy(study.id, how),
      );
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
    },
  };
  return (
    <>
      <Anchor component={Link} to={`/projects/${slug}/comparison-studies`} size="sm">
        <Group gap={4} mb={6}>
          <IconArrowLeft size={14} aria-hidden />
          Comparison studies
        </Group>
      </Anchor>
      <PageHeader
        title={study.title}
        actions={
          <>
            <CancelButton {...cancelling} />
            {study.finished_at === null && study.cancelled_at === null && (
              <Button onClick={dialog.open}>Finish</Button>
            )}
          </>
        }
      >
        <Group gap="xs">
          <StudyState study={study} />
          <span>
            {count(study.question_count, "question")}, {count(study.systems.length, "system")},{" "}
            {count(study.pair_count, "pair")}
          </span>
        </Group>
      </PageHeader>
      <CancelledNotice {...cancelling} />
      <Stack gap="xl">
        <section aria-labelledby="progress">
          <Title order={2} size="h3" mb="sm" id="progress">
            Progress
          </Title>
          <Card>
            <ComparerProgress comparers={study.comparers} />
            <Text size="sm" c="dimmed" mt="sm">
              {describeMaking(study)}
            </Text>
          </Card>
        </section>
        <section aria-labelledby="results">
          <Title order={2} size="h3" mb="sm" id="results">
            Results
          </Title>
          <QueryView query={results}>
            {(loaded) => <StudyResults study={study} results={loaded} />}
          </QueryView>
        </section>
        {done > 0 && (
          <>
            <AutomaticScores
              study={study}
              fingerprint={results.data?.computed?.fingerprint ?? null}
            />
            <SplitFiles
              slug={slug}
              what="The comparisons, in the format of ASQA’s own evaluation."
              files={[{ label: "TSV", address: exportAddress(study.id) }]}
            />
          </>
        )}
      </Stack>
      <FinishDialog study={study} slug={slug} opened={isFinishing} onClose={dialog.close} />
    </>
  );
}

/** How the study came to be. */
function describeMaking(study: Study): string {
  const at = formatDateTime(study.opened_at);
  if (study.origin === "file") return `Imported on ${at}.`;
  const answers = study.answers_left_out ?? 0;
  const questions = study.questions_left_out ?? 0;
  const leftOut =
    answers === 0
      ? ""
      : ` ${count(answers, "answer")} left out at random, because their questions had an odd number of answers.`;
  const unanswered =
    questions === 0
      ? ""
      : ` ${count(questions, "question")} could not be drawn, because a system has no answer to them.`;
  const seed = study.seed === null ? "" : `, seed ${study.seed}`;
  const finished =
    study.finished_at === null ? "" : ` Finished on ${formatDateTime(study.finished_at)}.`;
  return `Opened on ${at}${seed}, ${count(study.comparers_per_pair, "comparer")} per pair.${leftOut}${unanswered}${finished}`;
}

interface FinishDialogProps extends DialogProps {
  readonly study: Study;
  readonly slug: string;
}

function FinishDialog({ study, slug, opened, onClose }: FinishDialogProps) {
  const queryClient = useQueryClient();
  const { done, total } = progressOf(study);
  const finish = useMutation({
    mutationFn: () => finishStudy(study.id),
    onSuccess: async (finished) => {
      onClose();
      queryClient.setQueryData(queryKeys.comparisonStudy(study.id), finished);
      notifyDone("The study is finished.");
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title="Finish the study"
      action="Finish"
      isDangerous={false}
      isPending={finish.isPending}
      onClose={onClose}
      onConfirm={finish.mutate}
    >
      {done < total
        ? `${count(total - done, "comparison")} of ${total} would be left out. `
        : "Every pair has been compared. "}
      After that, nobody can submit comparisons, and you can’t reopen the study. The results stay.
    </ConfirmDialog>
  );
}
