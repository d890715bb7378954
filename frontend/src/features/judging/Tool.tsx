import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

/** A button of the screen's header, with its key. */
export function Tool(props: {
  label: string;
  keys: string;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, keys, onClick, children } = props;
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        aria-keyshortcuts={keys}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
