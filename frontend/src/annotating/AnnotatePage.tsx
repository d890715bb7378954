import { Button, Text } from "@mantine/core";
import { IconCoffee, IconLock, IconSchool } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useNavigate, useParams } from "react-router";

import { nextOf } from "@/api/assignments";
import { ApiError } from "@/api/errors";
import { guidelineChangesQuery, progressQuery, projectQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { trainingQuery } from "@/api/training";
import type { GuidelineChanges, Progress, Submitted } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { EmptyState, ErrorState, LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { assignmentTarget, reservationTarget } from "./assignmentTarget";
import type { DraftTarget } from "./draftTarget";
import type { LeaveAction } from "./LeaveMenu";
import type { AnnotationScreen, FetchAhead } from "./screen";
import { UndoKey } from "./UndoKey";
import { useQueue, type OpenQuestion } from "./useQueue";
import { useUndoSubmission } from "./useUndoSubmission";

/** Seldom shown, and only with a connection; what tells two versions apart is large. */
const GuidelineNotice = lazy(async () => ({
  default: (await import("./GuidelineNotice")).GuidelineNotice,
}));

interface AnnotatePageProps {
  readonly screen: AnnotationScreen;
  readonly fetchAhead: FetchAhead;
}

/** The annotator's place: one question after the other. */
export function AnnotatePage(props: AnnotatePageProps) {
  const { slug = "" } = useParams();
  return <AnnotateProject key={slug} slug={slug} {...props} />;
}

function AnnotateProject({
  slug,
  screen: Screen,
  fetchAhead,
}: AnnotatePageProps & { readonly slug: string }) {
  const queue = useQueue(slug, fetchAhead);
  const project = useQuery(projectQuery(slug));
  const progress = useQuery(progressQuery(slug));
  const changes = useQuery(guidelineChangesQuery(slug));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle("Annotate", project.data?.title);
  const { state, reserve, advance, lookAhead, catchUp, retry } = queue;
  const { offer, undo } = useUndoSubmission(slug);

  const countOne = useCallback(() => {
    queryClient.setQueryData<Progress>(queryKeys.progress(slug), (before) =>
      before ? { ...before, own: { ...before.own, ...oneMore(before) } } : before,
    );
  }, [queryClient, slug]);

  const sayDone = (annotation: Submitted) => {
    countOne();
    if (state.kind === "open") {
      offer(annotation.id, `Submitted: ${state.assignment.question.text}`);
    }
    if (annotation.is_late) {
      notifyDone(
        "Others answered this question in the meantime. Your answer is kept as an extra one.",
      );
    }
  };
  const handleSubmitted = (annotation: Submitted) => {
    sayDone(annotation);
    advance(nextOf(annotation));
  };
  const handleArrived = (annotation: Submitted | null) => {
    if (annotation) sayDone(annotation);
    catchUp();
  };
  const handleLeft = (action: LeaveAction) => {
    if (action === "release") void navigate(`/projects/${slug}`);
    else advance();
  };

  const handleReview = () => {
    reserve();
    // So that what was written meanwhile is known before the next question comes.
    void queryClient.refetchQueries({ queryKey: queryKeys.guidelineChanges(slug), stale: true });
  };

  // Where it can't be learnt what changed, the work goes on; it never goes back to waiting.
  const isWaiting = (query: { isFetched: boolean; failureCount: number }) =>
    !query.isFetched && query.failureCount === 0;
  if (isWaiting(changes) || isWaiting(project)) return <LoadingState label="Fetching a question" />;
  switch (state.kind) {
    case "loading":
      return (
        <>
          <LoadingState label="Fetching a question" />
          <UndoKey onUndo={undo} />
        </>
      );
    case "error":
      return isForbidden(state.error) ? (
        <NotOpen slug={slug} error={state.error} />
      ) : (
        <ErrorState error={state.error} onRetry={retry} />
      );
    case "empty":
      return (
        <>
          <NothingLeft slug={slug} parked={progress.data?.own.parked ?? 0} onLook={retry} />
          <UndoKey onUndo={undo} />
        </>
      );
    case "open":
      return (
        <AfterNotice key={state.assignment.id} slug={slug} changes={changes.data}>
          <Screen
            assignment={state.assignment}
            target={targetOf(state)}
            doneToday={progress.data?.own.submitted_today ?? null}
            onReview={handleReview}
            onUndoSubmission={undo}
            onSubmitted={handleSubmitted}
            onSubmissionWaits={lookAhead}
            onSubmissionArrived={handleArrived}
            onLeft={handleLeft}
            onGoOn={() => advance()}
          />
        </AfterNotice>
      );
  }
}

function targetOf({ assignment, claimed, ended = false }: OpenQuestion): DraftTarget {
  return claimed
    ? assignmentTarget(assignment.id, { takesNext: true })
    : reservationTarget(assignment.id, { ended });
}

/**
 * A question, after what is new in the guidelines; never interrupted by what comes later.
 *
 * It is told of the changes: asking for them itself, it would ask again where asking had failed,
 * and be taken off the page while that is under way.
 */
function AfterNotice(props: {
  readonly slug: string;
  readonly changes: GuidelineChanges | undefined;
  readonly children: ReactNode;
}) {
  const { slug, changes, children } = props;
  const [isDue] = useState(changes?.has_changed === true);
  if (isDue && changes?.has_changed === true) {
    return (
      <Suspense fallback={<LoadingState />}>
        <GuidelineNotice slug={slug} changes={changes} />
      </Suspense>
    );
  }
  return children;
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
      takesFocus
      icon={IconCoffee}
      order={1}
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
      one back or a lead imports more.
      {parked > 0 && ` You have parked ${parked}. Find them on the project's page.`}
    </EmptyState>
  );
}

const TITLES_OF_REFUSALS: Readonly<Record<string, string>> = {
  training_first: "Finish the training first",
  project_paused: "This project is paused",
  project_archived: "This project is archived",
};

function NotOpen({ slug, error }: { slug: string; error: ApiError }) {
  const isTraining = error.code === "training_first";
  const training = useQuery({ ...trainingQuery(slug), enabled: isTraining });
  const reason = training.data?.own?.asked_again ?? null;
  return (
    <EmptyState
      icon={isTraining ? IconSchool : IconLock}
      order={1}
      title={TITLES_OF_REFUSALS[error.code] ?? "Only annotators can annotate"}
      action={
        <LinkButton to={`/projects/${slug}${isTraining ? "/training" : ""}`} mt="sm">
          {isTraining ? "Go to training" : "To the project"}
        </LinkButton>
      }
    >
      {reason !== null && (
        <Text span inherit display="block" c="var(--mantine-color-text)" mb="xs">
          A lead asks you to qualify again. {reason}
        </Text>
      )}
      {error.detail}
    </EmptyState>
  );
}
