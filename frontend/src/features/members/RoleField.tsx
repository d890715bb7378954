import { Radio, Stack } from "@mantine/core";

import type { Role } from "@/api/types";

import { ROLES, isRole } from "./roles";

interface RoleFieldProps {
  readonly label: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** Chooses what somebody does in the project. */
export function RoleField({ label, value, onChange }: RoleFieldProps) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        if (isRole(chosen)) onChange(chosen);
      }}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio key={role.value} value={role.value} label={role.label} description={role.what} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
