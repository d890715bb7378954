import { Button, SimpleGrid, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileImport, IconFileSearch, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useParams } from "react-router";

import {
  type ContextShare,
  contextKey,
  contextShareQuery,
  findContextPassages,
} from "@/api/contextPassages";
import { queryKeys } from "@/api/queryKeys";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FindingProgress } from "./FindingProgress";
import { PassageColumn } from "./PassageColumn";
import { ThresholdCard } from "./ThresholdCard";

/** Where a lead chooses from which similarity on annotators see a context passage. */
export default function PassagesPage() {
  const { slug = "" } = useParams();
  useDocumentTitle("Context passages");
  const share = useQuery(contextShareQuery(slug));
  return (
    <QueryView query={share} errorOrder={1}>
      {(current) => <Passages slug={slug} share={current} />}
    </QueryView>
  );
}

function Passages({ slug, share }: { slug: string; share: ContextShare }) {
  const queryClient = useQueryClient();
  const find = useMutation({
    mutationFn: () => findContextPassages(slug),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
      await queryClient.invalidateQueries({ queryKey: contextKey(slug) });
    },
  });
  useRefreshAtTheEnd(slug, share.job);
  const isFinding = find.isPending || share.job !== null;
  const button = (
    <Button
      leftSection={
        share.found > 0 ? (
          <IconRefresh size={16} aria-hidden />
        ) : (
          <IconFileSearch size={16} aria-hidden />
        )
      }
      variant={share.found > 0 ? "default" : "filled"}
      loading={isFinding}
      onClick={() => find.mutate()}
    >
      {share.found > 0 ? "Find again" : "Find passages"}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Context passages"
        actions={share.disambiguations > 0 && share.found > 0 ? button : undefined}
      >
        For each disambiguation, the paragraph of the visited pages that has one of its short
        answers and is most similar to its question. Annotators see those above the threshold.
      </PageHeader>
      <Stack gap="lg">
        {share.job !== null && <FindingProgress slug={slug} job={share.job} />}
        <Body slug={slug} share={share} findButton={button} />
      </Stack>
    </>
  );
}

function Body({
  slug,
  share,
  findButton,
}: {
  slug: string;
  share: ContextShare;
  findButton: ReactNode;
}) {
  const [threshold, setThreshold] = useState(share.threshold);
  // The slider moves at once; the server is asked once it rests.
  const [asked] = useDebouncedValue(threshold, 200);
  if (share.disambiguations === 0) {
    return (
      <EmptyState
        icon={IconFileImport}
        title="No disambiguations yet"
        action={<LinkButton to={`/projects/${slug}/import`}>Import questions</LinkButton>}
      >
        Import ambiguous questions first, with their visited pages.
      </EmptyState>
    );
  }
  if (share.found === 0) {
    return (
      <EmptyState
        icon={IconFileSearch}
        title={share.job === null ? "No passages yet" : "Looking for passages"}
        action={share.job === null ? findButton : undefined}
      >
        {share.job === null
          ? "Plumbline searches the pages that came with the questions. Disambiguations that came with a passage keep it."
          : "The first ones appear here as soon as they are found."}
      </EmptyState>
    );
  }
  return (
    <>
      <ThresholdCard slug={slug} threshold={threshold} asked={asked} onChange={setThreshold} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <PassageColumn slug={slug} threshold={asked} side="above" />
        <PassageColumn slug={slug} threshold={asked} side="below" />
      </SimpleGrid>
    </>
  );
}

/** Asks for everything once more when the job has ended. */
function useRefreshAtTheEnd(slug: string, job: string | null): void {
  const queryClient = useQueryClient();
  const last = useRef(job);
  useEffect(() => {
    if (last.current !== null && job === null) {
      void queryClient.invalidateQueries({ queryKey: contextKey(slug) });
    }
    last.current = job;
  }, [job, slug, queryClient]);
}
