import { ActionIcon, Popover, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";

import { Subscripts } from "@/components/Subscripts";

/** What a number means, on request. */
export function Explanation({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Popover width={320} position="bottom" withArrow shadow="md" trapFocus={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`What “${label}” means`}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">
          <Subscripts text={text} />
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
