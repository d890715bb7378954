import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";

import { projectQuery } from "@/api/projects";
import type { ProjectKind } from "@/api/types";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";
import { useKind } from "@/kinds/useKind";

function Example({ kind }: { kind: ProjectKind }) {
  const own = useKind(kind);
  return <own.Example />;
}

/** An example for a lead, as its project's kind shows it. */
export default function ExampleRoute() {
  const { slug = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  return (
    <QueryView query={project} errorOrder={1}>
      {({ kind }) => (
        <Suspense fallback={<LoadingState />}>
          <Example kind={kind} />
        </Suspense>
      )}
    </QueryView>
  );
}
