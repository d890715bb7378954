import { Radio, Stack } from "@mantine/core";

import type { ProjectKind } from "@/api/types";
import { KINDS, PROJECT_KINDS } from "@/kinds/kinds";

/** What a new project collects. */
export function KindChoice({
  value,
  onChange,
}: {
  value: ProjectKind;
  onChange: (kind: ProjectKind) => void;
}) {
  return (
    <Radio.Group
      label="What is collected"
      description="You can’t change it later."
      value={value}
      onChange={(chosen) => {
        const kind = PROJECT_KINDS.find((each) => each === chosen);
        if (kind) onChange(kind);
      }}
    >
      <Stack gap="sm" mt={10}>
        {PROJECT_KINDS.map((kind) => (
          <Radio key={kind} value={kind} label={KINDS[kind].name} description={KINDS[kind].what} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
