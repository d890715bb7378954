import { Alert, Button, Group, Stack, Text } from "@mantine/core";

import type { ImportFormatChoice, ImportFormatChoices } from "@/kinds/fileFormats";

import type { FilePreview } from "./filePreview";

interface FilePreviewCardProps {
  readonly preview: FilePreview;
  readonly chosen: ImportFormatChoice;
  readonly formats: ImportFormatChoices;
  readonly onChoose: (format: ImportFormatChoice) => void;
}

/** What the chosen file looks like, with its first questions. */
export function FilePreviewCard({ preview, chosen, formats, onChoose }: FilePreviewCardProps) {
  const detected = formats.find(({ value }) => value === preview.format);
  const name = detected?.label ?? null;
  return (
    <Stack gap="xs" role="group" aria-label="Preview">
      {name === null && (
        <Alert color="amber" role="status">
          This doesn’t look like a format of this project. Compare it with the sample file.
        </Alert>
      )}
      {name !== null && detected?.value !== chosen.value && (
        <Alert color="amber" role="status">
          <Group justify="space-between">
            <Text size="sm">This looks like {name}.</Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                if (detected !== undefined) onChoose(detected);
              }}
            >
              Import it as {name}
            </Button>
          </Group>
        </Alert>
      )}
      {name !== null && detected?.value === chosen.value && (
        <Text size="sm">Read as {name}. The first questions:</Text>
      )}
      {preview.questions.length > 0 && (
        <ol
          aria-label="First questions"
          style={{ margin: 0, fontSize: "var(--mantine-font-size-sm)" }}
        >
          {preview.questions.map((question, place) => (
            <li key={place} dir="auto" style={{ overflowWrap: "anywhere" }}>
              {question}
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
