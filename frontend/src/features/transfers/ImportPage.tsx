import { Stack } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { ImportForm } from "./ImportForm";

/** Brings examples into the project. */
export default function ImportPage() {
  const project = useProject();
  const { AfterImports, importFormats } = useKind(project.kind);
  useDocumentTitle("Import", project.title);
  return (
    <>
      <PageHeader title="Import">
        If a file has problems, you see where each one is and how to fix it. A failed import changes
        nothing.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <ImportForm slug={project.slug} formats={importFormats} />
        <JobSection
          title="Imports so far"
          slug={project.slug}
          kinds={["import"]}
          titleOf={({ filename }) => filename || "Import"}
          empty="No imports yet."
        />
        {AfterImports !== null && <AfterImports slug={project.slug} />}
      </Stack>
    </>
  );
}
