import { Anchor, Badge, Button, Card, Group, Mark, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";

import { acknowledgeFeedback, type Feedback, guidanceKeys, withdrawFeedback } from "@/api/guidance";
import type { Project } from "@/api/types";
import { cutAt } from "@/components/codePoints";
import { placeAround } from "@/components/placeAround";
import { RelativeTime } from "@/components/RelativeTime";
import { Spoiler } from "@/components/Spoiler";
import { useFocusPassedOn } from "@/components/useFocusPassedOn";

import { CRITERION_LABELS } from "./criteria";
import classes from "./Feedback.module.css";

/** What was pointed out, in place in the answer; for its annotator with the way to acknowledge it. */
export function FeedbackCard({ project, feedback }: { project: Project; feedback: Feedback }) {
  const { slug } = project;
  const isLead = project.role === "lead";
  const queryClient = useQueryClient();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: guidanceKeys.feedback(slug) });
    await queryClient.invalidateQueries({ queryKey: guidanceKeys.news(slug) });
  };
  const acknowledge = useMutation({
    mutationFn: () => acknowledgeFeedback(slug, feedback.id),
    onSuccess: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawFeedback(slug, feedback.id),
    onSuccess: refresh,
  });
  const card = useRef<HTMLDivElement>(null);
  useFocusPassedOn(card);
  const press = (button: HTMLElement, send: () => void) => {
    // Both buttons leave when they have done their work.
    placeAround(button)?.focus();
    send();
  };
  const isRead = feedback.acknowledged_at !== null;
  return (
    <Card
      ref={card}
      component="article"
      aria-label={`Feedback: ${feedback.question}`}
      tabIndex={-1}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <div>
          <Group gap={8}>
            <Badge>{CRITERION_LABELS[feedback.criterion]}</Badge>
            {feedback.recurs === true && (
              <Badge color="brick" title="Happened again after earlier feedback was read">
                again
              </Badge>
            )}
            {!isRead && <Badge color="amber">{isLead ? "not read yet" : "new"}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" mt={6}>
            {feedback.annotator !== null && `${feedback.annotator}: `}
            {isLead ? (
              <Anchor
                component={Link}
                inherit
                to={`/projects/${slug}/examples/${feedback.example}?annotation=${feedback.annotation}`}
              >
                {feedback.question}
              </Anchor>
            ) : (
              feedback.question
            )}
          </Text>
        </div>
        <Text size="xs" c="dimmed" component="div" style={{ whiteSpace: "nowrap" }}>
          <RelativeTime at={feedback.created_at} />
        </Text>
      </Group>
      <Text className={classes.answer} mb="sm">
        {feedback.text}
      </Text>
      <MarkedAnswer feedback={feedback} />
      <Group justify="flex-end" mt="sm" gap="xs">
        {!isLead && (
          <Anchor component={Link} to={`/annotations/${feedback.annotation}`} size="sm" mr="auto">
            My answer
          </Anchor>
        )}
        {isLead && !isRead && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="brick"
            loading={withdraw.isPending}
            onClick={(event) => press(event.currentTarget, withdraw.mutate)}
          >
            Take back
          </Button>
        )}
        {!isLead && !isRead && (
          <Button
            size="xs"
            loading={acknowledge.isPending}
            onClick={(event) => press(event.currentTarget, acknowledge.mutate)}
          >
            I have read it
          </Button>
        )}
      </Group>
    </Card>
  );
}

/** Words of the page, for an answer without a text. */
function PageWords({ quote }: { quote: string }) {
  return (
    <Spoiler maxHeight={120} showLabel="Show all of it" hideLabel="Show less">
      <Text size="xs" c="dimmed">
        On the page
      </Text>
      <Text size="sm" className={classes.quote} component="blockquote">
        {quote}
      </Text>
    </Spoiler>
  );
}

function MarkedAnswer({ feedback }: { feedback: Feedback }) {
  const { answer, start, end, quote } = feedback;
  if (answer === "") return quote === "" ? null : <PageWords quote={quote} />;
  const pieces = start === null || end === null ? null : cutAt(answer, start, end);
  return (
    <Spoiler maxHeight={120} showLabel="Show the whole answer" hideLabel="Show less">
      <Text size="sm" c="dimmed" className={`${classes.answer} ${classes.quote}`}>
        {pieces === null ? (
          answer
        ) : (
          <>
            {pieces.before}
            <Mark>{pieces.marked}</Mark>
            {pieces.after}
          </>
        )}
      </Text>
    </Spoiler>
  );
}
