import { Navigate } from "react-router";

import { useProject } from "@/api/useProject";
import { useKind } from "@/kinds/useKind";

import { MyWork } from "./MyWork";
import { Overview } from "./Overview";

/** A project's first page, which differs by role. */
export default function ProjectHomePage() {
  const project = useProject();
  const { experts } = useKind(project.kind);
  switch (project.role) {
    case "lead":
      return <Overview project={project} />;
    case "annotator":
      return <MyWork project={project} />;
    case "expert":
      return <Navigate to={`/projects/${project.slug}/${experts}`} replace />;
  }
}
