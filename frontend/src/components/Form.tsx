import { Button, Group, type MantineSpacing, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { ErrorAlert } from "./ErrorAlert";
import { LinkButton } from "./LinkButton";

interface FormProps {
  /** The mutation that sends it. */
  readonly sending: { readonly error: unknown; readonly isPending: boolean };
  readonly onSubmit: () => void;
  /** What the button that submits says. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly canSubmit?: boolean;
  /** In a dialog: closes it. */
  readonly onCancel?: () => void;
  /** Fields that show their own error, so that the form needs no alert about them. */
  readonly shownAt?: readonly string[];
  /** Replaces the server's error above the fields. */
  readonly alert?: ReactNode;
  /** On a page: where "Cancel" leads. */
  readonly cancelTo?: string;
  readonly gap?: MantineSpacing;
  readonly children: ReactNode;
}

/** Fields, with the server's error above them and the buttons below. */
export function Form(props: FormProps) {
  const { sending, onSubmit, action, isDangerous, onCancel, cancelTo, children } = props;
  const { canSubmit = true, shownAt = [], gap = "md" } = props;
  const { alert = <ErrorAlert error={sending.error} shownAt={shownAt} /> } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap={gap}>
        {alert}
        {children}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {cancelTo !== undefined && (
            <LinkButton to={cancelTo} variant="default">
              Cancel
            </LinkButton>
          )}
          <Button
            type="submit"
            loading={sending.isPending}
            disabled={!canSubmit}
            {...(isDangerous === true && { color: "brick" })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
