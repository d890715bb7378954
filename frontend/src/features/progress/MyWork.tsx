import { Alert, Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight, IconMail, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { newsQuery } from "@/api/guidance";
import { progressQuery } from "@/api/projects";
import type { OwnProgress, Project } from "@/api/types";
import { Figure } from "@/components/Figure";
import { count, formatCount, formatDuration, formatMinutes } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { MyAssignments } from "./MyAssignments";
import { TrainingFirst } from "./TrainingFirst";

/** The main button's label: it names what comes next. */
export function describeNextStep(own: OwnProgress): { title: string; action: string } {
  if (own.open > 0) {
    return { title: "A question is waiting for you", action: "Continue annotating" };
  }
  if (own.submitted === 0) {
    return { title: "Ready when you are", action: "Start annotating" };
  }
  return { title: "On to the next question", action: "Continue annotating" };
}

function Start({ own, recommended }: { own: OwnProgress; recommended: number | null }) {
  const { title, action } = describeNextStep(own);
  return (
    <Card padding="xl">
      <Group justify="space-between" gap="xl">
        <Stack gap="md" align="flex-start">
          <Title order={2}>{title}</Title>
          <LinkButton to="annotate" size="md" rightSection={<IconArrowRight size={18} />}>
            {action}
          </LinkButton>
          {recommended !== null && (
            <Text size="sm" c="dimmed">
              {formatCount(recommended)} or more a day is a good pace.
            </Text>
          )}
        </Stack>
        <Group gap={40}>
          <Figure value={formatCount(own.submitted_today)} label="today" />
          <Figure
            value={formatMinutes(own.seconds_today)}
            label="active today"
            hint="On what you have submitted since midnight (UTC); pauses don’t count"
          />
          <Figure value={formatCount(own.submitted)} label="in all" />
          <Figure
            value={formatDuration(own.seconds_median)}
            label="per question"
            hint="Your median active time; pauses don’t count"
          />
        </Group>
      </Group>
    </Card>
  );
}

function LookAgain({ asked }: { asked: number }) {
  return (
    <Alert
      color="amber"
      icon={<IconPencil size={18} />}
      title={
        asked === 1
          ? "A lead asks you to look at one of your answers again"
          : `A lead asks you to look at ${formatCount(asked)} of your answers again`
      }
    >
      <Anchor component={Link} to="?state=reopened" underline="always" inherit>
        {asked === 1 ? "Show it" : "Show them"}
      </Anchor>
      . What you submitted counts until you change it.
    </Alert>
  );
}

/** Answers to parked questions and feedback that the annotator has not read yet. */
function ToRead({ slug }: { slug: string }) {
  const { questions_answered: answered = 0, feedback_new: feedback = 0 } =
    useQuery(newsQuery(slug)).data ?? {};
  if (answered + feedback === 0) return null;
  return (
    <Alert color="plumb" icon={<IconMail size={18} />} title="For you to read">
      <Stack gap={4} align="flex-start">
        {answered > 0 && (
          <Anchor component={Link} to="?state=parked" underline="always" inherit>
            {count(answered, "parked question")} with an answer
          </Anchor>
        )}
        {feedback > 0 && (
          <Anchor component={Link} to="feedback" underline="always" inherit>
            {count(feedback, "note")} of feedback on your answers
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}

/** An annotator's first page: go on, and what became of each question so far. */
export function MyWork({ project }: { project: Project }) {
  useDocumentTitle("My work", project.title);
  const progress = useQuery(progressQuery(project.slug));
  return (
    <>
      <PageHeader title={project.title}>
        New here?{" "}
        <Anchor component={Link} to="guidelines" underline="always">
          Read the guidelines first
        </Anchor>
        . While you annotate, press ? to open them.
      </PageHeader>
      <Stack gap="xl">
        <QueryView query={progress}>
          {({ own }) => (
            <>
              {own.reopened > 0 && <LookAgain asked={own.reopened} />}
              <ToRead slug={project.slug} />
              <TrainingFirst project={project}>
                <Start own={own} recommended={project.recommended_per_day} />
              </TrainingFirst>
            </>
          )}
        </QueryView>
        <section aria-labelledby="my-questions">
          <Title order={2} size="h3" mb="sm" id="my-questions">
            My questions
          </Title>
          <MyAssignments project={project} />
        </section>
      </Stack>
    </>
  );
}
