import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useParams } from "react-router";

import { projectQuery } from "@/api/projects";
import { QueryView } from "@/components/QueryView";

const ExampleView = lazy(() => import("@/features/natural-questions/ExampleView"));
const ReferenceSheetPage = lazy(() => import("@/features/long-form-review/ReferenceSheetPage"));

/** An example for a lead, as its project's kind shows it. */
export default function ExampleRoute() {
  const { slug = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  return (
    <QueryView query={project} errorOrder={1}>
      {({ kind }) => (kind === "asqa" ? <ReferenceSheetPage /> : <ExampleView />)}
    </QueryView>
  );
}
