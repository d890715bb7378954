import { Box, Text } from "@mantine/core";
import { IconBook2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy } from "react";

import { guidelinesQuery } from "@/api/projects";
import { formatDate } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { EmptyState, LoadingState } from "@/components/states";

const Markdown = lazy(() => import("@/components/Markdown"));

/** The guidelines as the annotators read them. */
export function GuidelinesText({ slug }: { slug: string }) {
  const guidelines = useQuery(guidelinesQuery(slug));
  return (
    <QueryView query={guidelines}>
      {({ markdown, version, updated_at: updatedAt }) =>
        markdown.trim() === "" ? (
          <EmptyState icon={IconBook2} title="No guidelines yet">
            They say what a good question and a good answer are. The project’s leads write them.
          </EmptyState>
        ) : (
          <Suspense fallback={<LoadingState />}>
            <Box maw={720}>
              <Markdown project={slug}>{markdown}</Markdown>
              <Text size="xs" c="dimmed" mt="xl">
                Version {version}
                {updatedAt !== null && `, ${formatDate(updatedAt)}`}
              </Text>
            </Box>
          </Suspense>
        )
      }
    </QueryView>
  );
}
