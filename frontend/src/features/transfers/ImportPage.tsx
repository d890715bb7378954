import { Stack, Title } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { JobList } from "@/components/JobList";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ImportForm } from "./ImportForm";
import { NewerRevisions } from "./NewerRevisions";

/** Brings examples into the project. */
export default function ImportPage() {
  const project = useProject();
  useDocumentTitle("Import", project.title);
  return (
    <>
      <PageHeader title="Import">
        If a file has problems, you see where each one is and how to fix it. A failed import changes
        nothing.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <ImportForm slug={project.slug} kind={project.kind} />
        <section aria-labelledby="imports">
          <Title order={2} size="h3" mb="sm" id="imports">
            Imports so far
          </Title>
          <JobList
            slug={project.slug}
            kinds={["import"]}
            titleOf={({ filename }) => filename || "Import"}
            empty="No imports yet."
          />
        </section>
        {project.kind === "nq" && <NewerRevisions slug={project.slug} />}
      </Stack>
    </>
  );
}
