import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from "@mantine/core";

import type { NewImport } from "@/api/jobs";
import type { ImportFormatChoice } from "@/kinds/fileFormats";

export type Options = Pick<NewImport, "annotations" | "on_error" | "split">;

/** What is to be done with the file. */
export function ImportOptions({
  format,
  options,
  onChange,
}: {
  format: ImportFormatChoice;
  options: Options;
  onChange: (changes: Partial<Options>) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Radio.Group
        label={`When ${format.entry === "example" ? "an" : "a"} ${format.entry} is wrong`}
        value={options.on_error}
        onChange={(value) => onChange({ on_error: value === "skip" ? "skip" : "stop" })}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="stop" label="Stop and import nothing" />
          <Radio value="skip" label="Skip it and import the rest" />
        </Stack>
      </Radio.Group>
      <Stack gap="md">
        {format.hasSplit && (
          <TextInput
            label="Split"
            description={
              format.needsSplit
                ? "The split of the file to import, such as dev."
                : "A name for these examples, such as dev. Optional."
            }
            required={format.needsSplit}
            maxLength={20}
            value={options.split}
            onChange={(event) => onChange({ split: event.currentTarget.value })}
          />
        )}
        {format.annotations !== null && (
          <Checkbox
            label="Import the annotations too"
            description={format.annotations}
            checked={options.annotations}
            onChange={(event) => onChange({ annotations: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </SimpleGrid>
  );
}
