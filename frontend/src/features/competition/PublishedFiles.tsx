import { Anchor, Group, List, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { PublishedFile } from "@/api/competitions";
import { formatSize } from "@/components/DropZone";

import classes from "./competition.module.css";

const FORMATS: Record<PublishedFile["format"], string> = {
  nq: "the original format of Natural Questions",
  "nq-simplified": "the simplified format of Natural Questions",
  asqa: "the format of ASQA",
  "nq-questions": "questions without answers, original format",
  "nq-questions-simplified": "questions without answers, simplified format",
  "asqa-questions": "questions without answers",
};

export function nameOfFormat(format: PublishedFile["format"]): string {
  return FORMATS[format];
}

interface PublishedFilesProps {
  readonly files: readonly PublishedFile[];
  readonly actions?: (file: PublishedFile) => ReactNode;
}

/** Files for download. */
export function PublishedFiles({ files, actions }: PublishedFilesProps) {
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
                {file.split}: {FORMATS[file.format]} · {formatSize(file.size)}
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
