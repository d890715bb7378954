import { Box, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useEffect } from "react";

import { guidelinesQuery, markGuidelinesSeen } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { formatDate } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";

const Markdown = lazy(() => import("@/components/Markdown"));

/** The guidelines as the annotators read them. */
export function GuidelinesText({ slug }: { slug: string }) {
  const guidelines = useQuery(guidelinesQuery(slug));
  useNoteSeen(slug, guidelines.data?.version ?? 0);
  return (
    <QueryView query={guidelines}>
      {({ markdown, version, updated_at: updatedAt }) => (
        <Suspense fallback={<LoadingState />}>
          <Box maw={720}>
            <Markdown project={slug}>{markdown}</Markdown>
            <Text size="xs" c="dimmed" mt="xl">
              {version === 0
                ? "Draft that every project starts with. The project’s leads have not adapted it yet."
                : `Version ${version}`}
              {updatedAt !== null && `, ${formatDate(updatedAt)}`}
            </Text>
          </Box>
        </Suspense>
      )}
    </QueryView>
  );
}

/** An annotation says under which version it was made: the one that its annotator read last. */
function useNoteSeen(slug: string, version: number) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const key = queryKeys.guidelineSeen(slug);
    if (version === 0 || queryClient.getQueryData(key) === version) return;
    queryClient.setQueryData(key, version);
    markGuidelinesSeen(slug, { version, with_difference: false }).catch(() => {
      // The next look at them says it again.
      queryClient.removeQueries({ queryKey: key });
    });
  }, [queryClient, slug, version]);
}
