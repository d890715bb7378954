import { Alert, Button, Group, Text } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { formatDateTime } from "./format";
import { notifyDone } from "./notify";

interface CancellingProps {
  /** What it is called, such as "round". */
  readonly what: string;
  readonly review: { readonly cancelled_at: string | null; readonly finished_at: string | null };
  /** Cancels it or opens it again, and refreshes everything that shows it. */
  readonly onChange: (how: "cancel" | "reopen") => Promise<unknown>;
}

function useChange({ what, onChange }: CancellingProps, how: "cancel" | "reopen") {
  return useMutation({
    mutationFn: () => onChange(how),
    onSuccess: () => notifyDone(`The ${what} is ${how === "cancel" ? "cancelled" : "open again"}.`),
  });
}

/** Cancels a review that is neither finished nor cancelled. The notice is the way back. */
export function CancelButton(props: CancellingProps) {
  const change = useChange(props, "cancel");
  const { cancelled_at: cancelled, finished_at: finished } = props.review;
  if (cancelled !== null || finished !== null) return null;
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
      Cancel this {props.what}
    </Button>
  );
}

/** Says that a review is cancelled, and opens it again; for people in its seats only says it. */
export function CancelledNotice(props: CancellingProps & { readonly mayReopen?: boolean }) {
  const { what, review, mayReopen = true } = props;
  const change = useChange(props, "reopen");
  if (review.cancelled_at === null) return null;
  return (
    <Alert color="amber" icon={<IconFlag size={18} />} title="Cancelled" mb="lg">
      <Group justify="space-between">
        <Text size="sm">
          A lead cancelled this {what} on {formatDateTime(review.cancelled_at)}. Nobody can go on
          with it. What people have said is kept.
        </Text>
        {mayReopen && (
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            Open it again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
