import { Alert, Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface EndedNoticeProps {
  readonly onGoOn: () => void;
  /** What becomes of the answer. */
  readonly children: ReactNode;
}

/** That a question which was only reserved is somebody else's by now. */
export function EndedNotice({ onGoOn, children }: EndedNoticeProps) {
  return (
    <Alert color="amber" radius={0} role="alert" icon={<IconInfoCircle size={18} />}>
      This question was reserved for you, and the reservation ended while the server couldn’t be
      reached. Somebody else may be answering it, so you can’t submit an answer here. {children}{" "}
      <Button variant="default" size="compact-sm" ml="sm" onClick={onGoOn}>
        Go on with the next question
      </Button>
    </Alert>
  );
}
