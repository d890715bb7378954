import { Navigate } from "react-router";

import { useProject } from "@/api/useProject";
import { KINDS } from "@/kinds/kinds";

import { MyWork } from "./MyWork";
import { Overview } from "./Overview";

/** A project's first page, which differs by role. */
export default function ProjectHomePage() {
  const project = useProject();
  switch (project.role) {
    case "lead":
      return <Overview project={project} />;
    case "annotator":
      return <MyWork project={project} />;
    case "expert":
      // Answers of NQ are judged one by one, those of ASQA compared.
      return <Navigate to={`/projects/${project.slug}/${KINDS[project.kind].experts}`} replace />;
  }
}
