import { Button, Card, Group, Text, Title } from "@mantine/core";
import { useState } from "react";

import { SplitsChoice } from "./SplitsChoice";

interface SplitFilesProps {
  readonly slug: string;
  readonly what: string;
  /** The forms of the file, none while it can't be downloaded. */
  readonly files: readonly { readonly label: string; readonly address: string }[];
}

/** An address of a file, limited to splits where some are chosen. */
function limited(address: string, splits: readonly string[]): string {
  if (splits.length === 0) return address;
  const query = splits.map((split) => `split=${encodeURIComponent(split)}`).join("&");
  return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}

/** Downloads of one file in several forms, limited to splits in a project that has several. */
export function SplitFiles({ slug, what, files }: SplitFilesProps) {
  const [splits, setSplits] = useState<string[]>([]);
  return (
    <Card>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>Export</Title>
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </div>
        {files.length > 0 && (
          <Group align="flex-end">
            <SplitsChoice slug={slug} value={splits} onChange={setSplits} />
            {files.map(({ label, address }) => (
              <Button
                key={label}
                component="a"
                href={limited(address, splits)}
                download
                variant="default"
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
      </Group>
    </Card>
  );
}
