import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import {
  leadRevisionQuery,
  readLeadRevision,
  reviseAsLead,
  saveLeadRevisionDraft,
} from "@/api/annotations";
import { queryKeys } from "@/api/queryKeys";
import type { LeadRevision } from "@/api/types";
import { useOwnName } from "@/api/useMe";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import type { DraftTarget, WayBack } from "./draftTarget";
import { RevisionNotice } from "./RevisionNotice";
import { versionTarget } from "./revisionTarget";
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

/**
 * An answer of somebody else, changed by a lead. Leads share the annotation, and not what one of
 * them has in the browser.
 */
function leadTarget(slug: string, first: number, ownName: string, back: WayBack): DraftTarget {
  return versionTarget({
    storeKey: `lead:${ownName}:${first}`,
    back,
    isOwnAnnotation: false,
    first,
    read: (id) => readLeadRevision(slug, id),
    save: (id, draft) => saveLeadRevisionDraft(slug, id, draft),
    revise: (id, answer, key) => reviseAsLead(slug, id, answer, key),
  });
}

function Revision({ loaded, screen: Screen }: { loaded: LeadRevision; screen: AnnotationScreen }) {
  const ownName = useOwnName();
  // What comes later from the cache must not replace what is being worked on.
  const [{ annotation, assignment }] = useState(loaded);
  const { project: slug } = assignment;
  const backTo = `/projects/${slug}/examples/${annotation.example}?annotation=${annotation.id}`;
  const back = { to: backTo, label: "To the example" };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    void navigate(`/projects/${slug}/examples/${annotation.example}`);
  };
  return (
    <Screen
      assignment={assignment}
      target={leadTarget(slug, annotation.id, ownName, back)}
      doneToday={null}
      revision={{
        notice: (
          <RevisionNotice
            submittedAt={annotation.created_at}
            request={null}
            until={null}
            annotator={annotation.annotator}
            isUndone={false}
          />
        ),
        reasonFor: "change",
      }}
      onReview={() => undefined}
      onSubmitted={() => {
        notifyDone("The changed answer counts from now on.");
        leave();
      }}
      onLeft={leave}
      onGoOn={leave}
    />
  );
}
