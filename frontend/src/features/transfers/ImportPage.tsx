import { Stack } from "@mantine/core";

import type { Job } from "@/api/types";
import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { ImportForm } from "./ImportForm";
import { UndoImport } from "./UndoImport";

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
          kinds={["import", "undo_import", "redo_import"]}
          titleOf={titleOf}
          action={(job) => <UndoImport slug={project.slug} job={job} />}
          empty="No imports yet."
        />
        {AfterImports !== null && <AfterImports slug={project.slug} />}
      </Stack>
    </>
  );
}

function titleOf({ kind, filename }: Job): string {
  const name = filename || "Import";
  if (kind === "undo_import") return `Undo ${name}`;
  return kind === "redo_import" ? `Bring back ${name}` : name;
}
