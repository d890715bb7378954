import { Button, Card, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  type Competition,
  type NewPublishedFile,
  publishFile,
  takeDownFile,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { Form } from "@/components/Form";
import { JobSection } from "@/components/JobSection";
import { notifyDone } from "@/components/notify";
import { placeAround } from "@/components/placeAround";
import { useKind } from "@/kinds/useKind";

import { PublishedFiles } from "./PublishedFiles";

type Format = NewPublishedFile["format"];

const AUDIENCES = [
  { value: "everybody", label: "Everybody" },
  { value: "participants", label: "Participants" },
] as const;

function NewFile({ competition }: { competition: Competition }) {
  const { project: slug, kind, splits } = competition;
  const queryClient = useQueryClient();
  const [split, setSplit] = useState(splits[0]?.name ?? "");
  const [format, setFormat] = useState<Format | null>(null);
  const [audience, setAudience] = useState<"everybody" | "participants">("everybody");
  const isHidden = splits.some(({ name, is_hidden }) => name === split && is_hidden);
  const { publishedFormats } = useKind(kind);
  const formats = publishedFormats.filter(({ hasAnswers }) => !isHidden || !hasAnswers);
  const chosen = (formats.find(({ value }) => value === format) ?? formats[0])?.value;
  const publish = useMutation({
    mutationFn: (file: NewPublishedFile) => publishFile(slug, file),
    meta: { silent: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Form
      sending={publish}
      action="Make the file"
      canSubmit={split !== "" && chosen !== undefined}
      onSubmit={() => {
        if (chosen !== undefined) publish.mutate({ split, format: chosen, audience });
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="Split"
          allowDeselect={false}
          data={splits.map(({ name }) => name)}
          value={split}
          onChange={(value) => setSplit(value ?? "")}
        />
        <Select
          label="Format"
          allowDeselect={false}
          data={formats.map(({ value, label }) => ({ value, label }))}
          value={chosen ?? null}
          onChange={setFormat}
        />
        <Select
          label="For"
          allowDeselect={false}
          data={[...AUDIENCES]}
          value={audience}
          onChange={(value) => setAudience(value ?? "everybody")}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {isHidden
          ? `${split} is hidden, so the file has its questions without answers.`
          : "The file replaces an earlier one of the same split and format."}
      </Text>
    </Form>
  );
}

/** Files that are offered for download, and for stewards how they are made and taken down. */
export function Files({ competition }: { readonly competition: Competition }) {
  const { project: slug, files, viewer } = competition;
  const queryClient = useQueryClient();
  const takeDown = useMutation({
    mutationFn: (id: number) => takeDownFile(slug, id),
    onSuccess: () => {
      notifyDone("The file is taken down.");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug) }),
  });
  return (
    <Stack gap="xl">
      <Card component="section" padding="xl" aria-labelledby="files" tabIndex={-1}>
        <Title order={2} size="h3" mb="md" id="files">
          Files for download
        </Title>
        {files.length === 0 && (
          <Text size="sm" c="dimmed">
            None yet.
          </Text>
        )}
        <PublishedFiles
          files={files}
          kind={competition.kind}
          {...(viewer.is_steward && {
            actions: ({ id, name }) => (
              <Button
                size="xs"
                variant="subtle"
                color="brick"
                flex="none"
                aria-label={`Take down ${name}`}
                loading={takeDown.isPending && takeDown.variables === id}
                onClick={(event) => {
                  placeAround(event.currentTarget)?.focus();
                  takeDown.mutate(id);
                }}
              >
                Take down
              </Button>
            ),
          })}
        />
      </Card>
      {viewer.is_steward && (
        <>
          <Card component="section" padding="xl" aria-labelledby="new-file">
            <Title order={2} size="h3" mb="md" id="new-file">
              Offer a file
            </Title>
            <NewFile competition={competition} />
          </Card>
          <JobSection
            title="Files being made"
            slug={slug}
            kinds={["publish_file"]}
            titleOf={({ filename }) => filename}
            empty="None yet."
          />
        </>
      )}
    </Stack>
  );
}
