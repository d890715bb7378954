import { Radio, Stack } from "@mantine/core";

import type { ProjectKind } from "@/api/types";
import { KINDS, PROJECT_KINDS } from "@/kinds/kinds";
import { useKinds } from "@/kinds/useKind";

/** What a new project collects. */
export function KindChoice({
  value,
  onChange,
}: {
  value: ProjectKind;
  onChange: (kind: ProjectKind) => void;
}) {
  const pages = useKinds();
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
        {PROJECT_KINDS.map((kind, place) => (
          <Radio
            key={kind}
            value={kind}
            label={KINDS[kind].name}
            description={pages[place]?.what}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
