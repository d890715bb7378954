import { Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { isActive, jobsQuery } from "@/api/jobs";
import { formatCount } from "@/components/format";

/** How far the job is that makes room for a large round's further annotations, while there is one. */
export function AskingProgress({ slug }: { readonly slug: string }) {
  const jobs = useQuery(jobsQuery(slug));
  const job = jobs.data?.results.find((each) => each.kind === "ask_annotations" && isActive(each));
  if (job === undefined) return null;
  const { done, total } = job;
  const isKnown = total !== null && total > 0;
  return (
    <Stack gap={6} mt="md" role="status">
      <Progress
        value={isKnown ? (done / total) * 100 : 100}
        animated={!isKnown}
        striped={!isKnown}
        size="sm"
        aria-label="Examples asked for"
      />
      <Text size="sm" c="dimmed">
        The annotations are being asked for
        {isKnown && `: ${formatCount(done)} of ${formatCount(total)} examples`}. Annotators go on
        meanwhile.
      </Text>
    </Stack>
  );
}
