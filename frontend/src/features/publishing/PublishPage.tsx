import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { releaseQuery } from "@/api/releases";
import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { CardForm } from "./CardForm";
import { ReleasedVersions } from "./ReleasedVersions";
import { ReleaseForm } from "./ReleaseForm";

/** Makes a data set of the project that can be published as it is. */
export default function PublishPage() {
  const project = useProject();
  const [simulated, setSimulated] = useState(false);
  const release = useQuery(releaseQuery(project.slug, simulated));
  useDocumentTitle("Publish", project.title);
  return (
    <>
      <PageHeader title="Publish">
        Make a data set that you can upload as it is: the official files, every label under
        pseudonyms, a data set card with the measured quality, tables and checksums.
      </PageHeader>
      <QueryView query={release} errorOrder={1}>
        {(preview) => (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
            <CardForm slug={project.slug} preview={preview} />
            <Stack gap="xl">
              <ReleaseForm
                project={project}
                preview={preview}
                simulated={simulated}
                onSimulated={setSimulated}
              />
              <JobSection
                title="Under way and finished"
                slug={project.slug}
                kinds={["release"]}
                titleOf={({ filename }) => filename || "Release"}
                empty="Nothing yet. A finished data set can be downloaded here as one ZIP."
              />
              <ReleasedVersions slug={project.slug} />
            </Stack>
          </SimpleGrid>
        )}
      </QueryView>
    </>
  );
}
