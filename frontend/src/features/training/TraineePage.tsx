import { Anchor, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { traineeQuery } from "@/api/trainees";
import { type Attempt, type TraineeDetail, trainingQuery } from "@/api/training";
import type { Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { formatDateTime } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { TrainingSteps } from "@/components/TrainingSteps";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { AnswerBesideReference } from "./AnswerBesideReference";
import { AskedAgainCard } from "./AskedAgainCard";
import { DecisionCard } from "./DecisionCard";
import { describeDecision } from "./describeDecision";
import { GradeList } from "./GradeList";
import { GradeSheet } from "./GradeSheet";
import { SessionCard } from "./SessionCard";

/** One annotator's training, for a lead. */
export default function TraineePage() {
  const project = useProject();
  const { id = "" } = useParams();
  const trainee = useQuery(traineeQuery(project.slug, Number(id)));
  useDocumentTitle(trainee.data?.name, "Training", project.title);
  return (
    <QueryView query={trainee}>
      {(loaded) => <OneTrainee project={project} trainee={loaded} />}
    </QueryView>
  );
}

function OneTrainee({ project, trainee }: { project: Project; trainee: TraineeDetail }) {
  const { standing, sessions, decisions, attempts } = trainee;
  return (
    <>
      <PageHeader title={trainee.name}>
        <Anchor component={Link} to={`/projects/${project.slug}/training`} underline="always">
          Training
        </Anchor>
        , {trainee.pseudonym}
      </PageHeader>
      <Stack gap="xl">
        <TrainingSteps standing={standing} />
        {standing.asked_again !== null && (
          <AskedAgainCard project={project} trainee={trainee} reason={standing.asked_again} />
        )}
        {standing.state === "in_person" && <SessionCard project={project} trainee={trainee} />}
        {(standing.state === "grading" || standing.state === "decision") && (
          <DecisionCard project={project} trainee={trainee} />
        )}
        {[...attempts].reverse().map((attempt) => (
          <AttemptOfTrainee
            key={`${attempt.step}${attempt.number}`}
            project={project}
            trainee={trainee}
            attempt={attempt}
          />
        ))}
        {attempts.length === 0 && <Text c="dimmed">The self-study has not begun.</Text>}
        {(sessions.length > 0 || decisions.length > 0) && (
          <section aria-labelledby="record">
            <Title order={2} size="h3" mb="sm" id="record">
              Record
            </Title>
            <Stack gap="xs">
              {sessions.map((session) => (
                <Text key={session.marked_at} size="sm">
                  {formatDateTime(session.marked_at)}, {session.by ?? "a lead"}:{" "}
                  {session.attended ? "the session took place." : "did not come to the session."}{" "}
                  {session.notes}
                </Text>
              ))}
              {decisions.map((decision) => (
                <Text key={decision.decided_at} size="sm">
                  {formatDateTime(decision.decided_at)}, {decision.by ?? "a lead"}:{" "}
                  {describeDecision(decision)} {decision.note}
                </Text>
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </>
  );
}

function AttemptOfTrainee(props: { project: Project; trainee: TraineeDetail; attempt: Attempt }) {
  const { project, trainee, attempt } = props;
  const training = useQuery(trainingQuery(project.slug));
  const title = attempt.step === "self_study" ? "Self-study" : `Exam, try ${attempt.number}`;
  const { state, attempt: current } = trainee.standing;
  const isOpen =
    attempt.step === "exam" &&
    attempt.number === current &&
    (state === "grading" || state === "decision");
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <Stack>
        {attempt.answers.map((answer) => (
          <AnswerBesideReference key={answer.id} answer={answer} whose="The annotator’s answer">
            {isOpen && training.data ? (
              <GradeSheet
                project={project}
                trainee={trainee.id}
                answer={answer}
                criteria={training.data.criteria}
              />
            ) : (
              <GradeList grades={answer.grades} />
            )}
          </AnswerBesideReference>
        ))}
      </Stack>
    </section>
  );
}
