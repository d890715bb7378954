import type { Role } from "@/api/types";

export const ROLE_NAMES: Record<Role, string> = {
  annotator: "Annotator",
  expert: "Expert",
  lead: "Lead",
};
