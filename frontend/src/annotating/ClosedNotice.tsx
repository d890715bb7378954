import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { ActionNotice } from "./ActionNotice";

interface ClosedNoticeProps {
  readonly onGoOn: () => void;
  /** What becomes of the answer. */
  readonly children: ReactNode;
}

/** That nothing more can be done with a question, why, and the way on. */
export function ClosedNotice({
  onGoOn,
  children,
  role,
}: ClosedNoticeProps & { readonly role?: "alert" }) {
  return (
    <ActionNotice
      color="amber"
      role={role}
      icon={<IconInfoCircle size={18} />}
      actions={
        <Button variant="default" size="compact-sm" onClick={onGoOn}>
          Go on with the next question
        </Button>
      }
    >
      {children}
    </ActionNotice>
  );
}

/** That a question which was only reserved is somebody else's by now. */
export function EndedNotice({ onGoOn, children }: ClosedNoticeProps) {
  return (
    <ClosedNotice role="alert" onGoOn={onGoOn}>
      This question was reserved for you, and the reservation ended while the server couldn’t be
      reached. Somebody else may be answering it, so you can’t submit an answer here. {children}
    </ClosedNotice>
  );
}
