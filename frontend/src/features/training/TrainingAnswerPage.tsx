import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import type { DraftTarget } from "@/annotating/draftTarget";
import type { AnnotationScreen } from "@/annotating/screen";
import { projectQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import {
  ownTrainingQuery,
  readTrainingAssignment,
  saveTrainingDraft,
  submitTrainingAnswer,
  trainingAssignmentQuery,
} from "@/api/training";
import type { Assignment } from "@/api/types";
import { useOwnName } from "@/api/useMe";
import { LinkButton } from "@/components/LinkButton";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

/** A question of the training, on the screen of a real one. For leads: a reference. */
export function TrainingAnswerPage({ screen }: { screen: AnnotationScreen }) {
  const { id = "" } = useParams();
  const assignment = useQuery(trainingAssignmentQuery(Number(id)));
  useDocumentTitle(assignment.data?.question.text);
  return (
    <QueryView query={assignment}>
      {(loaded) => <OneAnswer key={loaded.id} loaded={loaded} screen={screen} />}
    </QueryView>
  );
}

/** An answer in training. Leads share references, and not what one has in the browser. */
function trainingTarget(id: number, ownName: string, backTo: string): DraftTarget {
  return {
    storeKey: `training:${ownName}:${id}`,
    standing: "open",
    back: { to: backTo, label: "Back to training" },
    isOwnAnnotation: false,
    read: () => readTrainingAssignment(id),
    save: (draft) => saveTrainingDraft(id, draft),
    submit: async (answer, { idempotencyKey }) => {
      await submitTrainingAnswer(id, answer, idempotencyKey);
      return { id, is_late: false };
    },
  };
}

function OneAnswer({ loaded, screen: Screen }: { loaded: Assignment; screen: AnnotationScreen }) {
  const ownName = useOwnName();
  // What comes later from the cache must not replace what is being worked on.
  const [assignment] = useState(loaded);
  const { id, project: slug } = assignment;
  const backTo = `/projects/${slug}/training`;
  const project = useQuery(projectQuery(slug));
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.training(slug) });
    void navigate(backTo);
  };
  const goOn = async () => {
    if (project.data?.role === "lead") {
      notifyDone("This is the reference now.");
      leave();
      return;
    }
    const own = await queryClient.query({ ...ownTrainingQuery(slug), staleTime: 0 });
    const next = own.attempts.at(-1)?.answers.find((each) => each.submitted_at === null);
    if (next) void navigate(`${backTo}/answers/${next.id}`);
    else leave();
  };

  if (assignment.state !== "open") {
    return (
      <EmptyState
        icon={IconCircleCheck}
        order={1}
        title={assignment.question.text}
        action={
          <LinkButton to={backTo} mt="sm">
            Back to training
          </LinkButton>
        }
      >
        You have submitted your answer to this question.
      </EmptyState>
    );
  }
  return (
    <Screen
      assignment={assignment}
      target={trainingTarget(id, ownName, backTo)}
      doneToday={null}
      onReview={() => undefined}
      onSubmitted={() => {
        // Where the next question is not known, the way on is from the training's page.
        goOn().catch(leave);
      }}
      onLeft={leave}
      onGoOn={leave}
    />
  );
}
