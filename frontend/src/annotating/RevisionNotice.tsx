import { Alert, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";

import { formatDateTime } from "@/components/format";

interface RevisionNoticeProps {
  readonly submittedAt: string;
  /** What a lead asks the annotator to look at; null when it was the annotator's own wish. */
  readonly request: string | null;
  /** Until when it may be changed; null where there is no end to it. */
  readonly until: string | null;
  /** Whose answer a lead changes; null for one's own. */
  readonly annotator: string | null;
  /** Whether it was taken back right after submitting. */
  readonly isUndone: boolean;
}

/** Why a submitted answer is open again. */
export function RevisionNotice(props: RevisionNoticeProps) {
  const { submittedAt, request, until, annotator, isUndone } = props;
  if (isUndone && request === null) {
    return (
      <Alert color="gray" radius={0} flex="none" icon={<IconPencil size={18} />}>
        You took this answer back. What you submitted counts until you submit again
        {until !== null && `; you can until ${formatDateTime(until)}`}.
      </Alert>
    );
  }
  return (
    <Alert
      color={request === null ? "gray" : "amber"}
      radius={0}
      flex="none"
      icon={<IconPencil size={18} />}
      title={request === null ? undefined : "A lead asks you to look at this answer again"}
    >
      {request !== null && (
        <Text fw={550} mb={4} style={{ overflowWrap: "anywhere" }}>
          “{request}”
        </Text>
      )}
      {annotator === null
        ? `You submitted this answer on ${formatDateTime(submittedAt)}. `
        : `${annotator} submitted this answer on ${formatDateTime(submittedAt)}. `}
      It counts as it is until you submit a change.
      {until !== null && ` You can change it until ${formatDateTime(until)}.`}
      {annotator !== null && " It stays their answer, and they see why you changed it."}
    </Alert>
  );
}
