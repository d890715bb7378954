import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate, useParams } from "react-router";

import {
  leadRevisionQuery,
  readLeadRevision,
  reviseAsLead,
  saveLeadRevisionDraft,
} from "@/api/annotations";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import type { LeadRevision } from "@/api/types";
import { useOwnName } from "@/api/useMe";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { type AnswerSource, AnswerSourceContext } from "./answerSource";
import { readAssignment } from "./draftKeeper";
import type { AnnotationScreen } from "./screen";

/** Somebody's answer, opened by a lead who changes it in their place. */
export function LeadRevisionPage({ screen }: { screen: AnnotationScreen }) {
  const { slug = "", id = "" } = useParams();
  const revision = useQuery(leadRevisionQuery(slug, Number(id)));
  useDocumentTitle(revision.data?.annotation.question);
  return (
    <QueryView query={revision} errorOrder={1}>
      {(loaded) => <Revision key={loaded.assignment.id} loaded={loaded} screen={screen} />}
    </QueryView>
  );
}

/** Drafts and the revision go to the newest version, which may be another one after a conflict. */
function sourceOf(
  slug: string,
  first: number,
  back: Pick<AnswerSource, "backTo" | "backLabel">,
): AnswerSource {
  let newest = first;
  const follow = async <Answer,>(sent: Promise<Answer>): Promise<Answer> => {
    try {
      return await sent;
    } catch (error) {
      const theirs = error instanceof ApiError ? readAssignment(error.body) : null;
      if (theirs !== null && "revising" in theirs) newest = Number(theirs.revising);
      throw error;
    }
  };
  return {
    save: (draft: object) => follow(saveLeadRevisionDraft(slug, newest, draft)),
    read: async () => {
      const now = (await readLeadRevision(slug, newest)).assignment;
      newest = now.revising ?? newest;
      return now;
    },
    submit: (answer: object, key: string) => follow(reviseAsLead(slug, newest, answer, key)),
    ...back,
  };
}

function Revision({ loaded, screen: Screen }: { loaded: LeadRevision; screen: AnnotationScreen }) {
  const ownName = useOwnName();
  // What comes later from the cache must not replace what is being worked on. Leads share the
  // annotation, and not what one of them has in the browser.
  const [{ annotation, assignment }] = useState(() => ({
    ...loaded,
    assignment: { ...loaded.assignment, storeKey: `lead:${ownName}:${loaded.annotation.id}` },
  }));
  const { project: slug } = assignment;
  const backTo = `/projects/${slug}/examples/${annotation.example}?annotation=${annotation.id}`;
  const backLabel = "To the example";
  const source = useMemo(
    () => sourceOf(slug, annotation.id, { backTo, backLabel }),
    [slug, annotation.id, backTo],
  );
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    void navigate(`/projects/${slug}/examples/${annotation.example}`);
  };
  return (
    <AnswerSourceContext value={source}>
      <Screen
        assignment={assignment}
        claimed
        doneToday={null}
        revision={{
          submittedAt: annotation.created_at,
          request: null,
          until: null,
          annotator: annotation.annotator,
          needsReason: true,
          backTo,
          backLabel,
        }}
        onReview={() => undefined}
        onSubmitted={() => {
          notifyDone("The changed answer counts from now on.");
          leave();
        }}
        onLeft={leave}
        onGoOn={leave}
      />
    </AnswerSourceContext>
  );
}
