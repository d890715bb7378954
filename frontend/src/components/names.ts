import type { ProjectKind, Role } from "@/api/types";

export const KIND_NAMES: Record<ProjectKind, string> = {
  nq: "Natural Questions",
  asqa: "ASQA",
};

export const ROLE_NAMES: Record<Role, string> = {
  annotator: "Annotator",
  expert: "Expert",
  lead: "Lead",
};
