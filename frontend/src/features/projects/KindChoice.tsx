import { Radio, Stack } from "@mantine/core";

import type { ProjectKind } from "@/api/types";
import { KIND_NAMES } from "@/components/names";

const KINDS: { value: ProjectKind; what: string }[] = [
  {
    value: "nq",
    what: "Annotators judge a question, find the long answer on its page and mark the short one.",
  },
  {
    value: "asqa",
    what: "Annotators write one long answer to an ambiguous question, covering all of its meanings, with the passages that support it.",
  },
];

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
        const kind = KINDS.find((each) => each.value === chosen);
        if (kind) onChange(kind.value);
      }}
    >
      <Stack gap="sm" mt={10}>
        {KINDS.map(({ value: kind, what }) => (
          <Radio key={kind} value={kind} label={KIND_NAMES[kind]} description={what} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
