import type { Role } from "@/api/types";

export const ROLES: { value: Role; label: string; what: string }[] = [
  {
    value: "annotator",
    label: "Annotator",
    what: "Answers questions and sees only their own work.",
  },
  { value: "expert", label: "Expert", what: "Judges answers without seeing who wrote them." },
  { value: "lead", label: "Lead", what: "Sees everything, imports, exports and adds members." },
];

export function isRole(value: string): value is Role {
  return ROLES.some((role) => role.value === value);
}
