import { Alert, Anchor, Card, Checkbox, Group, Radio, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type NewImport, startImport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { queryPreviewQuery } from "@/api/queryLogs";
import { afterSending } from "@/components/afterSending";
import { DropZone } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { Form } from "@/components/Form";
import { OptionalFile } from "@/components/OptionalFile";
import { UploadProgress } from "@/components/UploadProgress";
import { useUpload } from "@/components/useUpload";
import type { ImportFormatChoice, ImportFormatChoices } from "@/kinds/fileFormats";

import { previewFile } from "./filePreview";
import { FilePreviewCard } from "./FilePreviewCard";
import classes from "./ImportForm.module.css";
import { ImportOptions, type Options } from "./ImportOptions";
import { isRefused, QueryPreviewCard } from "./QueryPreviewCard";
import { rememberChoice, rememberedChoice } from "./rememberedChoice";

const NO_FILE = new File([], "");
const START: Options = { annotations: false, on_error: "stop", split: "" };

function FormatCards({
  formats,
  chosen,
  onChoose,
}: {
  formats: readonly ImportFormatChoice[];
  chosen: ImportFormatChoice;
  onChoose: (format: ImportFormatChoice) => void;
}) {
  return (
    <Radio.Group
      aria-label="Format"
      value={chosen.value}
      onChange={(value) => onChoose(formats.find((format) => format.value === value) ?? chosen)}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {formats.map(({ value, label, what }) => (
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
  );
}

/** Uploads a file with its options. */
export function ImportForm({
  slug,
  formats,
}: {
  readonly slug: string;
  readonly formats: ImportFormatChoices;
}) {
  const [remembered] = useState(() => rememberedChoice(slug));
  const [format, setFormat] = useState<ImportFormatChoice>(
    formats.find(({ value }) => value === remembered.format) ?? formats[0],
  );
  const [options, setOptions] = useState<Options>({ ...START, ...remembered.options });
  const [file, setFile] = useState<File | null>(null);
  const [pages, setPages] = useState<File | null>(null);
  const [fetches, setFetches] = useState(false);
  const [searches, setSearches] = useState(false);
  const { sending, ...upload } = useUpload<NewImport>({
    send: (newImport, watch) => startImport(slug, newImport, watch),
    onDone: (sent) => {
      setFile((now) => afterSending(now, sent.file, null));
      setPages((now) => afterSending(now, sent.pages ?? null, null));
    },
    says: "The file is uploaded. The import continues even if you leave this page.",
    list: queryKeys.jobs(slug),
  });

  const previewed = format.hasPreview ? file : null;
  const preview = useQuery({
    ...queryPreviewQuery(slug, previewed ?? NO_FILE),
    enabled: previewed !== null,
    meta: { silent: true },
  });
  const beginning = useQuery({
    queryKey: ["file-preview", file?.name, file?.size, file?.lastModified],
    queryFn: () => previewFile(file ?? NO_FILE),
    enabled: file !== null && previewed === null,
    staleTime: Infinity,
  });
  const lacksPages = format.search !== null && pages === null && !fetches;
  const isReady =
    previewed === null ||
    preview.error !== null ||
    (preview.data !== undefined && !isRefused(preview.data));

  function submit(): void {
    if (file === null) return;
    const fetch = format.fetch !== null && pages === null && fetches;
    const annotations = format.annotations !== null && options.annotations;
    rememberChoice(slug, { format: format.value, options });
    sending.mutate({
      ...options,
      annotations,
      split: format.hasSplit ? options.split : "",
      file,
      format: format.value,
      pages: format.hasPages ? pages : null,
      fetch,
      search: fetch && format.search !== null && searches,
    });
  }

  return (
    <Card padding="xl">
      <Form
        sending={sending}
        onSubmit={submit}
        action="Import"
        canSubmit={file !== null && isReady}
        gap="lg"
        alert={<ErrorAlert error={sending.error} withFields />}
      >
        <FormatCards formats={formats} chosen={format} onChoose={setFormat} />
        <div>
          <DropZone label={format.file} accept={format.accept} file={file} onChange={setFile} />
          {format.sample !== null && (
            <Anchor
              href={`${import.meta.env.BASE_URL}${format.sample}`}
              download={format.sample}
              size="sm"
              mt={6}
              display="inline-block"
            >
              Download a sample file
            </Anchor>
          )}
          {format.table !== undefined && (
            <Anchor
              href={`${import.meta.env.BASE_URL}${format.table}`}
              download={format.table}
              size="sm"
              mt={6}
              ml="md"
              display="inline-block"
            >
              The same as CSV
            </Anchor>
          )}
        </div>
        {previewed !== null && <QueryPreviewCard preview={preview} />}
        {file !== null && previewed === null && beginning.data !== undefined && (
          <FilePreviewCard
            preview={beginning.data}
            chosen={format}
            formats={formats}
            onChoose={setFormat}
          />
        )}
        {lacksPages && (
          <Alert color="amber" role="note" title="Without pages, annotators have nothing to read">
            {beginning.data?.namesPages === false
              ? "This file names no pages: it is the light one. Add a file of visited pages, get pages from Wikipedia with a search, or take the full file."
              : "Add a file of visited pages, or get them from Wikipedia. Without them, only the questions are imported."}
          </Alert>
        )}
        {format.hasPages && (
          <OptionalFile
            title="Visited pages"
            label="JSON lines with title, url and document_html"
            accept=".jsonl,.json,.gz"
            without="Import without pages"
            file={pages}
            onChange={setPages}
          />
        )}
        {format.fetch !== null && pages === null && (
          <Checkbox
            {...format.fetch}
            checked={fetches}
            onChange={(event) => setFetches(event.currentTarget.checked)}
          />
        )}
        {format.search !== null && pages === null && fetches && (
          <Checkbox
            {...format.search}
            checked={searches}
            onChange={(event) => setSearches(event.currentTarget.checked)}
          />
        )}
        <ImportOptions
          format={format}
          options={options}
          onChange={(changes) => setOptions({ ...options, ...changes })}
        />
        {sending.isPending && <UploadProgress {...upload} next="Starting the import" />}
      </Form>
    </Card>
  );
}
