import { Button, Group, Stack, Text } from "@mantine/core";
import { IconLock, IconPencil } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";

import { ownAnnotationQuery } from "@/api/annotations";
import { queryKeys } from "@/api/queryKeys";
import type { OwnAnnotation } from "@/api/types";
import type { Describes } from "@/components/answerSummary";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { SubmittedAnswer } from "@/components/SubmittedAnswer";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import type { WayBack } from "./draftTarget";
import { RevisionNotice } from "./RevisionNotice";
import { revisionTarget } from "./revisionTarget";
import type { AnnotationScreen } from "./screen";
import { useTakeBack } from "./useTakeBack";
import { TO_QUEUE, useUndoSubmission } from "./useUndoSubmission";

interface RevisionPageProps extends Describes {
  readonly screen: AnnotationScreen;
}

/** An answer that the caller submitted, opened again to be changed. */
export function RevisionPage(props: RevisionPageProps) {
  const { id = "" } = useParams();
  // What an earlier visit left in the cache may have been revised since.
  const annotation = useQuery({ ...ownAnnotationQuery(Number(id)), gcTime: 0 });
  useDocumentTitle(annotation.data?.annotation.question);
  return (
    <QueryView query={annotation}>
      {(loaded) => <Revision key={loaded.assignment.id} loaded={loaded} {...props} />}
    </QueryView>
  );
}

function Revision(props: RevisionPageProps & { readonly loaded: OwnAnnotation }) {
  const { loaded, screen: Screen, describe } = props;
  // What comes later from the cache must not replace what is being worked on.
  const [shown, setShown] = useState(loaded);
  const { assignment, annotation, undone, may_revise_until: until } = shown;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const queryClient = useQueryClient();
  const undo = useTakeBack({
    onSuccess: setShown,
    // The minute is over: what can still be done is for the server to say.
    onError: async () => {
      setShown(await queryClient.query({ ...ownAnnotationQuery(shown.newest), staleTime: 0 }));
    },
  });
  const { id = "" } = useParams();
  const way = params.getAll("then");
  const { offer, undo: undoEarlier } = useUndoSubmission(assignment.project, [id, ...way]);
  const projectPath = `/projects/${assignment.project}`;
  const back = wayBack(projectPath, way);
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.project(assignment.project) });
    void navigate(back.to);
  };

  if (shown.may_undo || !shown.may_revise) {
    return (
      <EmptyState
        icon={shown.may_undo ? IconPencil : IconLock}
        order={1}
        title={annotation.question}
        action={
          <Group mt="sm">
            {shown.may_undo && (
              <Button loading={undo.isPending} onClick={() => undo.mutate(shown.newest)}>
                Change
              </Button>
            )}
            <LinkButton to={back.to} variant={shown.may_undo ? "default" : "filled"}>
              {back.label}
            </LinkButton>
          </Group>
        }
      >
        <Stack gap="md">
          <Text>{describeWays(shown)}</Text>
          <SubmittedAnswer annotation={annotation} describe={describe} />
        </Stack>
      </EmptyState>
    );
  }
  return (
    <Screen
      assignment={assignment}
      target={revisionTarget(assignment.id, shown.newest, back)}
      doneToday={null}
      revision={{
        notice: (
          <RevisionNotice
            submittedAt={annotation.created_at}
            request={annotation.reopened?.reason ?? null}
            until={until}
            annotator={null}
            isUndone={undone}
          />
        ),
        reasonFor: undone ? null : "change",
      }}
      onReview={() => undefined}
      onUndoSubmission={undone ? undoEarlier : undefined}
      onSubmitted={({ id }) => {
        const message = "Your changed answer counts from now on.";
        if (undone) offer(id, message);
        else notifyDone(message);
        leave();
      }}
      onLeft={leave}
      onGoOn={leave}
    />
  );
}

/** Where an annotator goes from here: who took answers back goes through them, and on. */
function wayBack(projectPath: string, [next, ...way]: readonly string[]): WayBack {
  if (next === undefined) return { to: projectPath, label: "To my work" };
  if (next === TO_QUEUE) {
    return { to: `${projectPath}/annotate`, label: "To the next question" };
  }
  const rest = new URLSearchParams(way.map((step) => ["then", step]));
  return {
    to: `/annotations/${Number(next)}?${rest.toString()}`,
    label: "To the answer after it",
  };
}

/** What its annotator can do with a submitted answer that is not open to change. */
function describeWays({ annotation, may_undo: mayUndo }: OwnAnnotation): string {
  if (mayUndo) return "You submitted this answer just now, and can still take it back.";
  const isOwn = annotation.revised_by === null || annotation.revised_by === annotation.annotator;
  const why = isOwn
    ? "You have submitted your answer and can’t change it any more."
    : `A lead has changed this answer: “${annotation.reason}”`;
  return `${why} A lead can open it for you again.`;
}
