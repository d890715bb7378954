import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { CopyButton } from "./CopyButton";

interface MadeSecretProps {
  readonly label: string;
  readonly text: string;
  readonly copy: string;
  readonly className?: string | undefined;
  readonly onDone: () => void;
  /** What it opens, and how to treat it. */
  readonly children: ReactNode;
}

/** A link or key that was just made, to be copied. */
export function MadeSecret({ label, text, copy, className, onDone, children }: MadeSecretProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{children}</Text>
      <TextInput
        label={label}
        value={text}
        readOnly
        className={className}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={text} label={copy} />
      </Group>
    </Stack>
  );
}
