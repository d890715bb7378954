import { Anchor, Group, List, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { PublishedFile } from "@/api/competitions";
import type { ProjectKind } from "@/api/types";
import { formatSize } from "@/components/DropZone";
import { useKind } from "@/kinds/useKind";

import classes from "./competition.module.css";

interface PublishedFilesProps {
  readonly kind: ProjectKind;
  readonly files: readonly PublishedFile[];
  readonly actions?: (file: PublishedFile) => ReactNode;
}

/** Files for download. */
export function PublishedFiles({ kind, files, actions }: PublishedFilesProps) {
  const { publishedFormats } = useKind(kind);
  const nameOf = (format: PublishedFile["format"]) =>
    publishedFormats.find(({ value }) => value === format)?.label ?? format;
  return (
    <List
      size="sm"
      listStyleType="none"
      spacing="sm"
      aria-label="Downloads"
      classNames={{ itemWrapper: classes.wide, itemLabel: classes.wide }}
    >
      {files.map((file) => (
        <List.Item key={file.id}>
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Anchor href={file.url} size="sm" className={classes.file} download>
                {file.name}
              </Anchor>
              <Text size="xs" c="dimmed">
                {file.split}: {nameOf(file.format)} · {formatSize(file.size)}
                {file.audience === "participants" && " · for participants"}
              </Text>
            </div>
            {actions?.(file)}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
