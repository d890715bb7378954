import { Stack, Title } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ImportForm } from "./ImportForm";
import { JobList } from "./JobList";

/** Brings examples into the project. */
export default function ImportPage() {
  const project = useProject();
  useDocumentTitle("Import", project.title);
  return (
    <>
      <PageHeader title="Import">
        A file is read line by line, and every problem is listed with its line, its field and what
        to do. A failed import leaves nothing behind.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <ImportForm slug={project.slug} />
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
