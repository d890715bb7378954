import {
  Alert,
  Button,
  Card,
  Checkbox,
  Group,
  Progress as Bar,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";

import { ApiError, describeError } from "@/api/errors";
import { type ImportFormat, type NewImport, startImport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { formatShare } from "@/components/format";
import { notifyDone } from "@/components/notify";

import { DropZone } from "./DropZone";
import classes from "./ImportForm.module.css";

const FORMATS: { value: ImportFormat; label: string; what: string; accept: string }[] = [
  {
    value: "nq",
    label: "Natural Questions",
    what: "The original format: .jsonl or .jsonl.gz, with tokens and candidates.",
    accept: ".jsonl,.gz",
  },
  {
    value: "pages",
    label: "Questions with pages",
    what: "JSON lines with question_text, document_url, document_title and document_html. Tokens and candidates are computed.",
    accept: ".jsonl,.json,.gz",
  },
];

type Options = Omit<NewImport, "file">;

const START: Options = { format: "nq", annotations: false, on_error: "stop", split: "" };

function ImportOptions({
  options,
  onChange,
}: {
  options: Options;
  onChange: (changes: Partial<Options>) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Radio.Group
        label="When a line is wrong"
        value={options.on_error}
        onChange={(value) => {
          onChange({ on_error: value === "skip" ? "skip" : "stop" });
        }}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="stop" label="Stop, and import nothing" />
          <Radio value="skip" label="Leave it out, and import the rest" />
        </Stack>
      </Radio.Group>
      <Stack gap="md">
        <TextInput
          label="Split"
          description="A name for these examples, such as dev. Optional."
          maxLength={20}
          value={options.split}
          onChange={(event) => {
            onChange({ split: event.currentTarget.value });
          }}
        />
        {options.format === "nq" && (
          <Checkbox
            label="Bring in the annotations as well"
            description="Each position in a line’s annotations becomes one annotator."
            checked={options.annotations}
            onChange={(event) => {
              onChange({ annotations: event.currentTarget.checked });
            }}
          />
        )}
      </Stack>
    </SimpleGrid>
  );
}

/** Uploads a file with what is to be done with it. */
export function ImportForm({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const [options, setOptions] = useState(START);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const start = useMutation({
    mutationFn: (newImport: NewImport) => startImport(slug, newImport, setShare),
    meta: { silent: true },
    onSuccess: async () => {
      setFile(null);
      setShare(0);
      notifyDone("The file is here. Its import goes on even if you leave this page.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const format = FORMATS.find(({ value }) => value === options.format) ?? FORMATS[0];

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (file === null) return;
    const annotations = options.format === "nq" && options.annotations;
    start.mutate({ ...options, annotations, file });
  }

  function change(changes: Partial<Options>): void {
    setOptions({ ...options, ...changes });
  }

  return (
    <Card padding="xl">
      <form onSubmit={submit}>
        <Stack gap="lg">
          {start.isError && (
            <Alert color="brick" role="alert">
              {start.error instanceof ApiError && Object.keys(start.error.fields).length > 0
                ? `${describeError(start.error)} ${Object.values(start.error.fields).join(" ")}`
                : describeError(start.error)}
            </Alert>
          )}
          <Radio.Group
            aria-label="Format"
            value={options.format}
            onChange={(value) => {
              change({ format: value === "pages" ? "pages" : "nq" });
            }}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {FORMATS.map(({ value, label, what }) => (
                <Radio.Card key={value} value={value} p="md" className={classes.format}>
                  <Group wrap="nowrap" align="flex-start">
                    <Radio.Indicator />
                    <div>
                      <Text fw={550} size="sm">
                        {label}
                      </Text>
                      <Text size="sm" c="dimmed">
                        {what}
                      </Text>
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </SimpleGrid>
          </Radio.Group>
          <DropZone
            label={format?.value === "nq" ? "A .jsonl or .jsonl.gz file" : "A .jsonl file"}
            accept={format?.accept ?? ""}
            file={file}
            onChange={setFile}
          />
          <ImportOptions options={options} onChange={change} />
          {start.isPending && (
            <Stack gap={6}>
              <Bar value={share * 100} aria-label="Upload" />
              <Text size="sm" c="dimmed">
                {share < 1 ? `Uploading, ${formatShare(share)}` : "Handing over"}
              </Text>
            </Stack>
          )}
          <Group justify="flex-end">
            <Button type="submit" disabled={file === null} loading={start.isPending}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
