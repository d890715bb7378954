import { useProject } from "@/api/useProject";

import { ExpertHome } from "./ExpertHome";
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
      return <ExpertHome project={project} />;
  }
}
