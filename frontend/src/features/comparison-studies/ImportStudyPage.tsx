import { Card, Code, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { importStudy } from "@/api/comparisons";
import { useProject } from "@/api/useProject";
import { DropZone } from "@/components/DropZone";
import { Form } from "@/components/Form";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FileProblems } from "./FileProblems";

const COLUMNS = "pair numQA accLeft accRight Ambiguity Fluency Overall leftModel rightModel key";

/** Takes comparisons that were made elsewhere, all of a file or nothing. */
export default function ImportStudyPage() {
  const project = useProject();
  const { slug } = project;
  useDocumentTitle("Import comparisons", project.title);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: (chosen: File) => importStudy(slug, title.trim(), chosen),
    meta: { silent: true },
    onSuccess: async (study) => {
      await queryClient.invalidateQueries({ queryKey: ["project", slug, "comparison-studies"] });
      await navigate(`/projects/${slug}/comparison-studies/${study.id}`);
    },
  });

  function submit(): void {
    if (file !== null) send.mutate(file);
  }

  return (
    <>
      <PageHeader title="Import comparisons">
        A table with tabs between its columns, as a study exports it. If one row is wrong, nothing
        is imported.
      </PageHeader>
      <Card padding="xl" maw={860}>
        <Form
          sending={send}
          onSubmit={submit}
          action="Import"
          canSubmit={file !== null && title.trim() !== ""}
          cancelTo={`/projects/${slug}/comparison-studies`}
          alert={
            send.isError && (
              <FileProblems
                title={`Nothing was imported from ${file?.name ?? "the file"}`}
                error={send.error}
              />
            )
          }
          gap="lg"
        >
          <TextInput
            label="Title"
            required
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <DropZone
            label="TSV with the columns below"
            accept=".tsv,.txt,text/tab-separated-values"
            file={file}
            onChange={(chosen) => {
              send.reset();
              setFile(chosen);
            }}
          />
          <Text size="sm" c="dimmed" component="div">
            <Code>{COLUMNS}</Code>
            <br />
            Ambiguity, Fluency and Overall say left, right or tie. accLeft and accRight are the
            shares of the question’s numQA disambiguations that the answers capture, with a decimal
            point. key is the question’s.
          </Text>
        </Form>
      </Card>
    </>
  );
}
