import { Group, Stack, Text } from "@mantine/core";
import { IconFileCheck, IconUpload } from "@tabler/icons-react";
import { type DragEvent, useId, useState } from "react";

import classes from "./DropZone.module.css";

const UNITS = ["bytes", "kB", "MB", "GB"];

/** A file's size as people say it, in steps of 1000. */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step] ?? ""}`;
}

/** Takes one file, dropped or chosen. */
export function DropZone({
  label,
  accept,
  file,
  onChange,
}: {
  label: string;
  accept: string;
  file: File | null;
  onChange: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  function take(files: FileList | null): void {
    const first = files?.[0];
    if (first) onChange(first);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  const Icon = file === null ? IconUpload : IconFileCheck;
  return (
    // Dropping is for the pointer only; the keyboard has the input inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      htmlFor={id}
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        type="file"
        className={classes.input}
        accept={accept}
        aria-label={label}
        aria-describedby={file === null ? undefined : `${id}-file`}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Otherwise the same file, corrected, could not be chosen again.
          event.currentTarget.value = "";
        }}
      />
      <Group justify="center" gap="md" wrap="nowrap">
        <Icon size={30} stroke={1.4} className={classes.icon} aria-hidden />
        <Stack id={`${id}-file`} gap={0} miw={0}>
          <Text fw={550} truncate={file !== null}>
            {file?.name ?? "Drop a file here, or click to choose one"}
          </Text>
          <Text size="sm" c="dimmed">
            {file === null ? label : `${formatSize(file.size)}. Click to choose another.`}
          </Text>
        </Stack>
      </Group>
    </label>
  );
}
