import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { isActive, jobsQuery } from "@/api/jobs";
import { JobBar } from "@/components/JobBar";

/** How far the job is that makes room for a large round's further annotations, while there is one. */
export function AskingProgress({ slug }: { readonly slug: string }) {
  const jobs = useQuery(jobsQuery(slug));
  const job = jobs.data?.results.find((each) => each.kind === "ask_annotations" && isActive(each));
  if (job === undefined) return null;
  return (
    <Box mt="md">
      <JobBar job={job} label="Examples asked for" unit="examples">
        The annotations are being requested
      </JobBar>
    </Box>
  );
}
