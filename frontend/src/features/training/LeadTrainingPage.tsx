import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { trainingQuery } from "@/api/training";
import type { Project } from "@/api/types";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { LeadSteps } from "./LeadSteps";
import { TraineeList } from "./TraineeList";
import { TrainingQuestions } from "./TrainingQuestions";
import { TrainingSettings } from "./TrainingSettings";

/** Everybody's standing, and the parts of the training. */
export function LeadTrainingPage({ project }: { project: Project }) {
  useDocumentTitle("Training", project.title);
  const training = useQuery(trainingQuery(project.slug));
  return (
    <>
      <PageHeader title="Training">
        Self-study, a session with you, and an exam. Annotators start the main task once you accept
        them.
      </PageHeader>
      <QueryView query={training}>
        {(loaded) => (
          <Stack gap="xl">
            <LeadSteps project={project} training={loaded} />
            <TraineeList project={project} isRequired={loaded.requires_training} />
            <TrainingQuestions project={project} training={loaded} />
            <TrainingSettings project={project} training={loaded} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}
