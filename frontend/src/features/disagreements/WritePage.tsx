import { Alert } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";

import type { AnnotationScreen } from "@/annotating/screen";
import { disagreementQuery, writeAnswer, writingQuery } from "@/api/disagreements";
import { queryKeys } from "@/api/queryKeys";
import type { Assignment } from "@/api/types";
import { useOwnName } from "@/api/useMe";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { refreshDecided } from "./refreshDecided";
import { withKept, writingTarget } from "./writingTarget";

const NOTICE = (
  <Alert color="gray" radius={0} flex="none" icon={<IconPencil size={18} />}>
    You write the right answer yourself. What annotators answered stays as it is; the export has
    yours as the decided answer. Until you decide, this browser alone keeps it.
  </Alert>
);

/** The answer to an example that no annotator gave, on the screen on which they answer. */
export function WritePage({ screen }: { readonly screen: AnnotationScreen }) {
  const { slug = "", id = "" } = useParams();
  const [params] = useSearchParams();
  const begun = Number(params.get("annotation")) || null;
  const writing = useQuery(writingQuery(slug, Number(id), begun));
  const disagreement = useQuery(disagreementQuery(slug, Number(id)));
  useDocumentTitle(writing.data?.question.text);
  return (
    <QueryView query={disagreement} errorOrder={1}>
      {({ newest }) => (
        <QueryView query={writing} errorOrder={1}>
          {(opened) => (
            <Writing
              key={`${opened.id} ${begun}`}
              opened={opened}
              begun={begun}
              newest={newest}
              screen={screen}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

interface WritingProps {
  readonly opened: Assignment;
  /** The annotation with whose answer it begins. */
  readonly begun: number | null;
  /** The decision that was seen, which this one supersedes. */
  readonly newest: number | null;
  readonly screen: AnnotationScreen;
}

function Writing({ opened, begun, newest, screen: Screen }: WritingProps) {
  const { id, project: slug } = opened;
  const storeKey = `${useOwnName()}:${id}:${begun ?? "empty"}`;
  // What comes later from the cache must not replace what is being worked on.
  const [assignment] = useState(() => withKept(opened, storeKey));
  const [supersedes] = useState(newest);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const backTo = `/projects/${slug}/disagreements/${id}`;
  const leave = () => void navigate(backTo);
  return (
    <Screen
      assignment={assignment}
      target={writingTarget({
        opened,
        storeKey,
        back: { to: backTo, label: "To the disagreement" },
        decide: async (answer, reason) => {
          try {
            const changed = await writeAnswer(slug, id, { answer, reason, supersedes });
            refreshDecided(queryClient, slug, changed);
          } catch (error) {
            // Whoever was faster has decided on what is to be seen now.
            void queryClient.invalidateQueries({ queryKey: queryKeys.disagreement(slug, id) });
            throw error;
          }
        },
      })}
      doneToday={null}
      revision={{ notice: NOTICE, reasonFor: "decision" }}
      onReview={() => undefined}
      onSubmitted={() => {
        notifyDone("Your answer is the decided one now.");
        leave();
      }}
      onLeft={leave}
      onGoOn={leave}
    />
  );
}
