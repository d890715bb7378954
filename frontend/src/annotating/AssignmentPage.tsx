import { Button, Group, Text } from "@mantine/core";
import { IconBookmark, IconCircleCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { canUnpack } from "@/anchoring/pageLoading";
import { assignmentQuery, moveAssignment } from "@/api/assignments";
import { ApiError } from "@/api/errors";
import type { Assignment, AssignmentState } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { notifyUndoable, UNDO_SUBMISSION } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { assignmentTarget } from "./assignmentTarget";
import { RecentSubmissions } from "./recentSubmissions";
import type { AnnotationScreen } from "./screen";
import { useTakeBack } from "./useTakeBack";

const SENTENCES: Partial<Record<AssignmentState, string>> = {
  parked: "You have parked this question.",
  expired: "Your time for this question ran out. Your answer so far is kept.",
  released: "You have given this question back. Your answer so far is kept.",
};

/** What happened to a question that can be taken up again; undefined for any other. */
function describeReturn({ state, time, freed }: Assignment): string | undefined {
  if (freed !== null) {
    return (
      `You parked this question, and a lead has freed it for others: “${freed.reason}” ` +
      "Your answer so far is kept. You can go on until somebody else takes the question."
    );
  }
  if (state !== "expired" || !time.is_up || time.limit_seconds === null) return SENTENCES[state];
  const minutes = Math.round(time.limit_seconds / 60);
  const all = minutes === 1 ? "the minute" : `all ${minutes} minutes`;
  return `You used ${all} for this question, so it went back to the queue. Your answer so far is kept. If you continue it, you have ${minutes} more.`;
}

/** One of the caller's assignments, whatever became of it. */
export function AssignmentPage({ screen }: { screen: AnnotationScreen }) {
  const { id = "" } = useParams();
  const assignment = useQuery(assignmentQuery(Number(id), { rendered: canUnpack() }));
  useDocumentTitle(assignment.data?.question.text);
  return (
    <QueryView query={assignment}>
      {(loaded) => <OneAssignment key={loaded.id} loaded={loaded} screen={screen} />}
    </QueryView>
  );
}

function OneAssignment(props: { loaded: Assignment; screen: AnnotationScreen }) {
  const { loaded, screen: Screen } = props;
  // What comes later from the cache must not replace what is being worked on.
  const [assignment, setAssignment] = useState(loaded);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const projectPath = `/projects/${assignment.project}`;
  const resume = useMutation({
    mutationFn: () => moveAssignment(assignment.id, "resume"),
    onSuccess: (resumed) => {
      setAssignment(resumed);
      void queryClient.invalidateQueries({ queryKey: ["project", assignment.project] });
    },
  });
  const undo = useTakeBack({
    onSuccess: (_answer, id) => navigate(`/annotations/${id}`),
  });
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: ["project", assignment.project] });
    queryClient.removeQueries({ queryKey: assignmentQuery(assignment.id).queryKey });
    void navigate(projectPath);
  };

  if (assignment.state === "open") {
    return (
      <Screen
        assignment={assignment}
        target={assignmentTarget(assignment.id)}
        doneToday={null}
        onReview={() => undefined}
        onSubmitted={({ id }) => {
          new RecentSubmissions(assignment.project).keep(id, Date.now());
          notifyUndoable("Submitted.", () => undo.mutate(id), UNDO_SUBMISSION);
          leave();
        }}
        onLeft={leave}
        onGoOn={leave}
      />
    );
  }
  const sentence = describeReturn(assignment);
  if (sentence === undefined) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        order={1}
        title={assignment.question.text}
        action={
          <LinkButton to={projectPath} mt="sm">
            To the project
          </LinkButton>
        }
      >
        {assignment.state === "submitted"
          ? "You have submitted your answer to this question."
          : "You have skipped this question."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconBookmark}
      order={1}
      title={assignment.question.text}
      action={
        <Group mt="sm">
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            Continue this question
          </Button>
          {resume.error instanceof ApiError && resume.error.code === "another_open" && (
            <LinkButton to={`${projectPath}/annotate`} variant="default">
              To the open question
            </LinkButton>
          )}
        </Group>
      }
    >
      {sentence}
      {assignment.note !== "" && (
        <Text mt="xs" fs="italic">
          “{assignment.note}”
        </Text>
      )}
    </EmptyState>
  );
}
