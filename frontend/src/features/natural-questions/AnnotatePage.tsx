import { Button } from "@mantine/core";
import { IconCoffee, IconLock } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate, useParams } from "react-router";

import { ApiError } from "@/api/errors";
import { progressQuery, projectQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Annotation, Progress } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { EmptyState, ErrorState, LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { AnnotationScreen } from "./AnnotationScreen";
import type { LeaveAction } from "./LeaveMenu";
import { useQueue } from "./useQueue";

/** The annotator's place: one question after the other. */
export default function AnnotatePage() {
  const { slug = "" } = useParams();
  return <AnnotateProject key={slug} slug={slug} />;
}

function AnnotateProject({ slug }: { slug: string }) {
  const queue = useQueue(slug);
  const project = useQuery(projectQuery(slug));
  const progress = useQuery(progressQuery(slug));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle("Annotate", project.data?.title);
  const { state, reserve, advance, retry } = queue;

  const countOne = useCallback(() => {
    queryClient.setQueryData<Progress>(queryKeys.progress(slug), (before) =>
      before ? { ...before, own: { ...before.own, ...oneMore(before) } } : before,
    );
  }, [queryClient, slug]);

  const handleSubmitted = (annotation: Annotation) => {
    countOne();
    advance();
    if (annotation.is_late) {
      notifyDone(
        "Others had answered the question in the meantime, so yours is kept beside the required ones.",
      );
    }
  };
  const handleLeft = (action: LeaveAction) => {
    if (action === "release") void navigate(`/projects/${slug}`);
    else advance();
  };

  switch (state.kind) {
    case "loading":
      return <LoadingState label="Fetching a question" />;
    case "error":
      return isForbidden(state.error) ? (
        <NotAnAnnotator slug={slug} sentence={state.error.detail} />
      ) : (
        <ErrorState error={state.error} onRetry={retry} />
      );
    case "empty":
      return <NothingLeft slug={slug} parked={progress.data?.own.parked ?? 0} onLook={retry} />;
    case "open":
      return (
        <AnnotationScreen
          key={state.assignment.id}
          assignment={state.assignment}
          claimed={state.claimed}
          doneToday={progress.data?.own.submitted_today ?? null}
          onReview={reserve}
          onSubmitted={handleSubmitted}
          onLeft={handleLeft}
          onGoOn={advance}
        />
      );
  }
}

function oneMore({ own }: Progress): Pick<Progress["own"], "submitted" | "submitted_today"> {
  return { submitted: own.submitted + 1, submitted_today: own.submitted_today + 1 };
}

function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403;
}

function NothingLeft(props: { slug: string; parked: number; onLook: () => void }) {
  const { slug, parked, onLook } = props;
  return (
    <EmptyState
      icon={IconCoffee}
      title="Nothing left for you right now"
      action={
        <Button.Group mt="sm">
          <LinkButton to={`/projects/${slug}`}>To the project</LinkButton>
          <Button variant="default" onClick={onLook}>
            Look again
          </Button>
        </Button.Group>
      }
    >
      You have answered every question that is open to you. New ones may come when somebody gives
      one back or more are imported.
      {parked > 0 && ` You have parked ${parked}; they wait on the project's page.`}
    </EmptyState>
  );
}

function NotAnAnnotator({ slug, sentence }: { slug: string; sentence: string }) {
  return (
    <EmptyState
      icon={IconLock}
      title="Annotating is for annotators"
      action={
        <LinkButton to={`/projects/${slug}`} mt="sm">
          To the project
        </LinkButton>
      }
    >
      {sentence}
    </EmptyState>
  );
}
