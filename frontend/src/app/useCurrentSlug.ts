import { useQuery } from "@tanstack/react-query";
import { useMatch, useParams } from "react-router";

import { assignmentQuery } from "@/api/assignments";

/** The project on screen, from the address or from the assignment that the address names. */
export function useCurrentSlug(): string | undefined {
  const { slug } = useParams();
  const assignmentId = Number(useMatch("/assignments/:id")?.params.id);
  const assignment = useQuery({
    ...assignmentQuery(assignmentId),
    // The page itself loads the assignment; this only looks at what it got.
    enabled: false,
  });
  return slug ?? assignment.data?.project;
}
