import { Alert, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useEffect } from "react";
import { useNavigate } from "react-router";

import { queryKeys } from "@/api/queryKeys";
import {
  type Attempt,
  markFeedbackRead,
  type OwnTraining,
  ownTrainingQuery,
  startStep,
  trainingQuery,
} from "@/api/training";
import type { Project } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";
import { nextThing } from "@/components/trainingWords";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { AnswerBesideReference } from "./AnswerBesideReference";
import { GradeList } from "./GradeList";
import { OwnSteps } from "./OwnSteps";

const Markdown = lazy(() => import("@/components/Markdown"));

/** An annotator's own way through the training. */
export function OwnTrainingPage({ project }: { project: Project }) {
  useDocumentTitle("Training", project.title);
  const own = useQuery(ownTrainingQuery(project.slug));
  return (
    <>
      <PageHeader title="Training">
        Three steps before the main task. You can stop at any time; your work is kept.
      </PageHeader>
      <QueryView query={own}>{(loaded) => <Way project={project} own={loaded} />}</QueryView>
    </>
  );
}

function Way({ project, own }: { project: Project; own: OwnTraining }) {
  const { standing, attempts } = own;
  const latest = attempts.at(-1);
  const asked = standing.state === "exam" && standing.attempt === null;
  const decision = own.decisions.at(-1);
  return (
    <Stack gap="xl">
      <NextThing project={project} own={own} />
      {standing.asked_again !== null && (
        <Alert color="amber" title="A lead asks you to qualify again">
          {standing.asked_again || "Ask them what to look at."} You get new questions once you pass.
          You can finish what you have started.
        </Alert>
      )}
      {asked && decision?.verdict === "another_try" && (
        <Alert color="amber" title="A lead asks you to try the exam once more">
          {decision.note || "Read the feedback below, then begin."}
        </Alert>
      )}
      {standing.state === "self_study" && <Instructions project={project} />}
      {latest && (
        <AttemptView key={`${latest.step}${latest.number}`} attempt={latest} project={project} />
      )}
      {attempts
        .slice(0, -1)
        .reverse()
        .map((attempt) => (
          <AttemptView
            key={`${attempt.step}${attempt.number}`}
            attempt={attempt}
            project={project}
          />
        ))}
    </Stack>
  );
}

function NextThing({ project, own }: { project: Project; own: OwnTraining }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const begin = useMutation({
    mutationFn: () => startStep(project.slug),
    onSuccess: (started) => {
      queryClient.setQueryData(queryKeys.ownTraining(project.slug), started);
      const next = started.attempts.at(-1)?.answers.find((each) => each.submitted_at === null);
      if (next) void navigate(`/projects/${project.slug}/training/answers/${next.id}`);
    },
  });
  return (
    <Stack gap="lg">
      <Title order={2}>{nextThing(own.standing).title}</Title>
      <OwnSteps
        own={own}
        slug={project.slug}
        isBeginning={begin.isPending}
        onBegin={() => begin.mutate()}
      />
      {own.standing.state === "qualified" && (
        <Group>
          <Text>The main task is open to you.</Text>
          <LinkButton
            to={`/projects/${project.slug}/annotate`}
            leftSection={<IconCircleCheck size={18} aria-hidden />}
          >
            Start annotating
          </LinkButton>
        </Group>
      )}
    </Stack>
  );
}

function Instructions({ project }: { project: Project }) {
  const training = useQuery(trainingQuery(project.slug));
  return (
    <QueryView query={training}>
      {({ instructions }) =>
        instructions.trim() !== "" && (
          <Card padding="xl" maw={800} component="section" aria-label="Short instructions">
            <Suspense fallback={<LoadingState />}>
              <Markdown project={project.slug}>{instructions}</Markdown>
            </Suspense>
          </Card>
        )
      }
    </QueryView>
  );
}

function describeAttempt({ step, number }: Attempt): string {
  if (step === "self_study") return "Your self-study";
  return number === 1 ? "Your exam" : `Your exam, try ${number}`;
}

function AttemptView({ attempt, project }: { attempt: Attempt; project: Project }) {
  const { answers, graded_at: gradedAt, read_at: readAt } = attempt;
  const queryClient = useQueryClient();
  const { slug } = project;
  const isUnread = gradedAt !== null && readAt === null;
  useEffect(() => {
    if (!isUnread) return;
    void markFeedbackRead(slug)
      .then((read) => {
        queryClient.setQueryData(queryKeys.ownTraining(slug), read);
      })
      // If this fails, it stays unread until the next visit.
      .catch(() => undefined);
  }, [isUnread, slug, queryClient]);
  return (
    <section aria-label={describeAttempt(attempt)} id={attempt.step}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {describeAttempt(attempt)}
        </Title>
      </Group>
      <Stack>
        {answers.map((answer) => (
          <AnswerBesideReference key={answer.id} answer={answer} whose="Your answer">
            <GradeList grades={answer.grades} />
            {answer.submitted_at === null && (
              <div>
                <LinkButton
                  to={`/projects/${slug}/training/answers/${answer.id}`}
                  variant="default"
                  size="compact-md"
                >
                  {answer.has_draft ? "Go on" : "Answer"}
                </LinkButton>
              </div>
            )}
          </AnswerBesideReference>
        ))}
      </Stack>
    </section>
  );
}
