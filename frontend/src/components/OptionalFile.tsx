import { CloseButton, Group, Text } from "@mantine/core";
import { useRef } from "react";

import { DropZone } from "./DropZone";

interface OptionalFileProps {
  readonly title: string;
  /** What the file has. */
  readonly label: string;
  readonly accept: string;
  /** What the button says that takes the file out again. */
  readonly without: string;
  readonly file: File | null;
  readonly onChange: (file: File | null) => void;
}

/** Takes a file that can be left out, and taken out again. */
export function OptionalFile(props: OptionalFileProps) {
  const { title, label, accept, without, file, onChange } = props;
  const field = useRef<HTMLDivElement>(null);
  return (
    <div ref={field}>
      <Group justify="space-between" mb={6} mih={28}>
        <Text size="sm" fw={500}>
          {title}{" "}
          <Text span c="dimmed" fw={400}>
            (optional)
          </Text>
        </Text>
        {file !== null && (
          <CloseButton
            aria-label={without}
            onClick={() => {
              onChange(null);
              // The button leaves.
              field.current?.querySelector("input")?.focus();
            }}
          />
        )}
      </Group>
      <DropZone label={label} accept={accept} file={file} onChange={onChange} />
    </div>
  );
}
