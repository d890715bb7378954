import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { EmptyState } from "./states";

interface NoMatchesProps {
  /** What the list has, in the plural. */
  readonly what: string;
  readonly onShowAll: () => void;
  readonly children?: ReactNode;
}

/** A list whose filters leave nothing, and the way back. */
export function NoMatches({ what, onShowAll, children }: NoMatchesProps) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`No matching ${what}`}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
