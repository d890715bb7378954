import { Button } from "@mantine/core";
import { IconCircleCheck, IconFlag } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";

import { nextComparison, type Study, studyQuery } from "@/api/comparisons";
import { queryKeys } from "@/api/queryKeys";
import type { DialogProps } from "@/components/dialogProps";
import { count } from "@/components/format";
import { LateModal } from "@/components/late";
import { LinkButton } from "@/components/LinkButton";
import { QueryView } from "@/components/QueryView";
import { EmptyState, ErrorState, LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ComparisonScreen } from "./ComparisonScreen";

const Markdown = lazy(() => import("@/components/Markdown"));

/** One pair of a study after the other. */
export default function ComparePage() {
  const { slug = "", id = "" } = useParams();
  const study = useQuery(studyQuery(Number(id)));
  useDocumentTitle(study.data?.title);
  return (
    <QueryView query={study} errorOrder={1}>
      {(loaded) => <Pairs key={loaded.id} slug={slug} study={loaded} />}
    </QueryView>
  );
}

function Pairs({ slug, study }: { slug: string; study: Study }) {
  const [marked, setMarked] = useState(false);
  const [reading, setReading] = useState<boolean | null>(null);
  const [submitted, setSubmitted] = useState<number | null>(null);
  const queryClient = useQueryClient();
  const next = useQuery({
    queryKey: queryKeys.nextComparison(study.id),
    queryFn: () => nextComparison(study.id),
    // Never replaces work in progress or opens an old version.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: study.finished_at === null && study.cancelled_at === null,
  });
  const hasInstructions = study.instructions.trim() !== "";
  const backTo = `/projects/${slug}/comparing`;
  const goOn = ({ id }: { id: number }) => {
    setSubmitted(id);
    void queryClient.invalidateQueries({ queryKey: queryKeys.comparisonStudy(study.id) });
    void queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
  };

  if (study.finished_at !== null) return <Ended backTo={backTo} />;
  if (study.cancelled_at !== null) return <Cancelled backTo={backTo} />;
  // The pair on screen is done; without the next one there would be nothing to do but wait.
  if (next.isRefetchError && next.data?.id === submitted) {
    return <ErrorState order={1} error={next.error} onRetry={() => void next.refetch()} />;
  }
  return (
    <QueryView query={next} errorOrder={1}>
      {(comparison) =>
        comparison === null ? (
          <AllDone study={study} backTo={backTo} />
        ) : (
          <>
            <ComparisonScreen
              key={comparison.id}
              comparison={comparison}
              marked={marked}
              onMark={setMarked}
              backTo={backTo}
              onSubmitted={() => goOn(comparison)}
              onGoOn={() => goOn(comparison)}
              onInstructions={
                hasInstructions
                  ? () => {
                      setReading(true);
                    }
                  : null
              }
            />
            {hasInstructions && (
              <Instructions
                text={study.instructions}
                opened={reading ?? isFirst(study)}
                onClose={() => setReading(false)}
              />
            )}
          </>
        )
      }
    </QueryView>
  );
}

/** Whether somebody has compared nothing in this study yet. */
function isFirst(study: Study): boolean {
  return study.comparers.some((each) => each.is_you && each.done === 0);
}

/** What the lead has to say: before the first pair, and whenever somebody asks for it. */
function Instructions({ text, opened, onClose }: DialogProps & { text: string }) {
  return (
    // Open from the start, another dialog would not know where the focus goes back to.
    <LateModal opened={opened} onClose={onClose} title="Instructions" size="lg">
      <Suspense fallback={<LoadingState />}>
        <Markdown>{text}</Markdown>
      </Suspense>
      <Button mt="md" onClick={onClose} data-autofocus>
        To the answers
      </Button>
    </LateModal>
  );
}

function AllDone({ study, backTo }: { study: Study; backTo: string }) {
  const own = study.comparers.find((each) => each.is_you);
  return (
    <EmptyState
      order={1}
      icon={IconCircleCheck}
      title="You have compared every pair"
      action={
        <LinkButton to={backTo} mt="sm">
          Back to my comparisons
        </LinkButton>
      }
    >
      {own && `${count(own.total, "pair")} of “${study.title}”. `}Thank you; the leads can see the
      results now.
    </EmptyState>
  );
}

function Ended({ backTo }: { backTo: string }) {
  return (
    <EmptyState
      order={1}
      icon={IconFlag}
      title="This study has ended"
      action={
        <LinkButton to={backTo} variant="default" mt="sm">
          Back to my comparisons
        </LinkButton>
      }
    >
      A lead has ended the study. What you submitted counts, but you can’t submit more.
    </EmptyState>
  );
}

function Cancelled({ backTo }: { backTo: string }) {
  return (
    <EmptyState
      order={1}
      icon={IconFlag}
      title="This study is cancelled"
      action={
        <LinkButton to={backTo} variant="default" mt="sm">
          Back to my comparisons
        </LinkButton>
      }
    >
      A lead has cancelled the study. What you submitted is kept.
    </EmptyState>
  );
}
