import { Alert, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface ActionNoticeProps {
  readonly color: "amber" | "gray";
  readonly icon: ReactNode;
  readonly role?: "alert" | undefined;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A notice over the whole width, with its buttons beside the words or, where it is narrow, below. */
export function ActionNotice({ actions, children, ...props }: ActionNoticeProps) {
  return (
    <Alert radius={0} {...props}>
      <Group gap="4px 12px">
        <span>{children}</span>
        <Group gap={4} wrap="nowrap">
          {actions}
        </Group>
      </Group>
    </Alert>
  );
}
