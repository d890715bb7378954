import { useQuery } from "@tanstack/react-query";
import { useMatch, useParams } from "react-router";

import { ownAnnotationQuery } from "@/api/annotations";
import { assignmentQuery } from "@/api/assignments";

/** The project on screen: the address names it, or the assignment or annotation of the address. */
export function useCurrentSlug(): string | undefined {
  const { slug } = useParams();
  const assignmentId = Number(useMatch("/assignments/:id")?.params.id);
  const annotationId = Number(useMatch("/annotations/:id")?.params.id);
  // The pages themselves load what their address names; this only looks at what they got.
  const assignment = useQuery({ ...assignmentQuery(assignmentId), enabled: false });
  const annotation = useQuery({ ...ownAnnotationQuery(annotationId), gcTime: 0, enabled: false });
  return slug ?? assignment.data?.project ?? annotation.data?.assignment.project;
}
