import { Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";

import { ownAnnotationQuery } from "@/api/annotations";
import { queryKeys } from "@/api/queryKeys";
import type { OwnAnnotation } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { SubmittedAnswer } from "@/components/SubmittedAnswer";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import type { AnnotationScreen } from "./screen";

/** An answer that the caller submitted, opened again to be changed. */
export function RevisionPage({ screen }: { screen: AnnotationScreen }) {
  const { id = "" } = useParams();
  // What an earlier visit left in the cache may have been revised since.
  const annotation = useQuery({ ...ownAnnotationQuery(Number(id)), gcTime: 0 });
  useDocumentTitle(annotation.data?.annotation.question);
  return (
    <QueryView query={annotation}>
      {(loaded) => <Revision key={loaded.assignment.id} loaded={loaded} screen={screen} />}
    </QueryView>
  );
}

function Revision(props: { loaded: OwnAnnotation; screen: AnnotationScreen }) {
  const { loaded, screen: Screen } = props;
  // What comes later from the cache must not replace what is being worked on.
  const [{ assignment, annotation, may_revise: mayRevise, may_revise_until: until, undone }] =
    useState(loaded);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const queryClient = useQueryClient();
  const projectPath = `/projects/${assignment.project}`;
  // An annotator who took the last answer back goes on annotating.
  const goesOn = params.get("then") === "annotate";
  const backTo = goesOn ? `${projectPath}/annotate` : projectPath;
  const backLabel = goesOn ? "To the next question" : "To my work";
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.project(assignment.project) });
    void navigate(backTo);
  };

  if (!mayRevise) {
    return (
      <EmptyState
        icon={IconLock}
        title={annotation.question}
        action={
          <LinkButton to={backTo} mt="sm">
            {backLabel}
          </LinkButton>
        }
      >
        <Stack gap="md">
          <Text>
            {annotation.revised_by === null || annotation.revised_by === annotation.annotator
              ? "You have submitted your answer and can’t change it any more. "
              : `A lead has changed this answer: “${annotation.reason}” `}
            A lead can open it for you again.
          </Text>
          <SubmittedAnswer annotation={annotation} />
        </Stack>
      </EmptyState>
    );
  }
  return (
    <Screen
      assignment={assignment}
      claimed
      doneToday={null}
      revision={{
        submittedAt: annotation.created_at,
        request: annotation.reopened?.reason ?? null,
        until,
        annotator: null,
        needsReason: !undone,
        backTo,
        backLabel,
      }}
      onReview={() => undefined}
      onSubmitted={() => {
        notifyDone("Your changed answer counts from now on.");
        leave();
      }}
      onLeft={leave}
      onGoOn={leave}
    />
  );
}
