import { Stack, Title } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { JobList } from "@/components/JobList";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ImportForm } from "./ImportForm";

/** Brings examples into the project. */
export default function ImportPage() {
  const project = useProject();
  useDocumentTitle("Import", project.title);
  return (
    <>
      <PageHeader title="Import">
        Every problem of a file is listed with its place, its field and what to do. A failed import
        leaves nothing behind.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <ImportForm slug={project.slug} kind={project.kind} />
        <section aria-labelledby="imports">
          <Title order={2} size="h3" mb="sm" id="imports">
            Imports so far
          </Title>
          <JobList
            slug={project.slug}
            kindPrefix="import"
            titleOf={({ filename }) => filename || "Import"}
            empty="None yet."
          />
        </section>
      </Stack>
    </>
  );
}
