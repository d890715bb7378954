import { useProject } from "@/api/useProject";

import { LeadTrainingPage } from "./LeadTrainingPage";
import { OwnTrainingPage } from "./OwnTrainingPage";

/** Training: one's own for annotators, everybody's for leads. */
export default function TrainingPage() {
  const project = useProject();
  return project.role === "lead" ? (
    <LeadTrainingPage project={project} />
  ) : (
    <OwnTrainingPage project={project} />
  );
}
