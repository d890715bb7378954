import { Button, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { traineesQuery } from "@/api/trainees";
import type { Standing, Trainee, Training, TrainingStep } from "@/api/training";
import type { Project } from "@/api/types";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";

import { ChooseQuestionsDialog } from "./ChooseQuestionsDialog";
import { StepCards } from "./StepCards";
import { inOrder } from "./TraineeList";

/** What each step is, how far it is set up, and what waits there for a lead. */
export function LeadSteps({ project, training }: { project: Project; training: Training }) {
  const trainees = useQuery(traineesQuery(project.slug));
  const [choosing, setChoosing] = useState<TrainingStep | null>(null);
  const rows = training.requires_training ? inOrder(trainees.data?.results ?? []) : [];
  const at = (...states: Standing["state"][]) =>
    rows.filter(({ standing }) => states.includes(standing.state));
  const choose = (step: TrainingStep) => (
    <Button
      variant={isReady(training, step) ? "default" : "filled"}
      onClick={() => setChoosing(step)}
    >
      Choose questions
    </Button>
  );
  const open = ({ id }: Trainee, label: string) => (
    <LinkButton to={`/projects/${project.slug}/training/${id}`}>{label}</LinkButton>
  );
  const [toMeet] = at("in_person");
  const [toGrade] = at("grading");
  const [toDecide] = at("decision");
  return (
    <section aria-labelledby="steps">
      <VisuallyHidden>
        <h2 id="steps">Steps</h2>
      </VisuallyHidden>
      <StepCards
        // Nobody trains while it is off, so nothing waits.
        mark={training.requires_training ? "Waits for you" : "To set up"}
        steps={[
          {
            title: "Self-study",
            what: "Annotators read the short instructions and answer three questions, which nobody grades.",
            state: `${describeReady(training, "self_study")} ${count(at("self_study").length, "annotator")} here.`,
            isCurrent: !isReady(training, "self_study"),
            button: choose("self_study"),
          },
          {
            title: "In person",
            what: "You meet, go through the guidelines, and compare the answers with the references.",
            state: toMeet
              ? `${count(at("in_person").length, "annotator")} to meet.`
              : "Nobody waits for a session.",
            isCurrent: toMeet !== undefined,
            button: toMeet ? (
              open(toMeet, `Meet ${toMeet.name}`)
            ) : (
              <LinkButton to={`/projects/${project.slug}/guidelines`} variant="default">
                Open the guidelines
              </LinkButton>
            ),
          },
          {
            title: "Exam",
            what: "Annotators answer five questions. You grade each answer, then accept them or ask for another try.",
            state: `${describeReady(training, "exam")} ${count(at("exam").length, "annotator")} here, ${at("grading", "decision").length} to grade or decide.`,
            isCurrent:
              !isReady(training, "exam") || toGrade !== undefined || toDecide !== undefined,
            button: toGrade
              ? open(toGrade, `Grade ${toGrade.name}`)
              : toDecide
                ? open(toDecide, `Decide on ${toDecide.name}`)
                : choose("exam"),
          },
        ]}
      />
      <ChooseQuestionsDialog
        project={project}
        step={choosing ?? "self_study"}
        opened={choosing !== null}
        onClose={() => setChoosing(null)}
      />
    </section>
  );
}

function isReady(training: Training, step: TrainingStep): boolean {
  return training[step].ready >= training[step].needed;
}

function describeReady(training: Training, step: TrainingStep): string {
  const { ready, needed } = training[step];
  return ready >= needed
    ? `${count(ready, "question")} ready.`
    : `${ready} of ${needed} questions ready: choose ${needed - ready} more.`;
}
