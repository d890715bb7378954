import { SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { exportFormatsQuery } from "@/api/jobs";
import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ExportCard } from "./ExportCard";
import { HistoryExportCard } from "./HistoryExportCard";

/** Writes the project's annotations to files. */
export default function ExportPage() {
  const project = useProject();
  const formats = useQuery(exportFormatsQuery(project.slug));
  useDocumentTitle("Export", project.title);
  return (
    <>
      <PageHeader title="Export">
        Download the annotations so far. The same annotations always give the same file, byte for
        byte.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <QueryView query={formats}>
          {(offered) => (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {offered.map((format) => (
                <ExportCard key={format.name} slug={project.slug} format={format} />
              ))}
              <HistoryExportCard slug={project.slug} />
            </SimpleGrid>
          )}
        </QueryView>
        <JobSection
          title="Exports so far"
          slug={project.slug}
          kinds={["export"]}
          titleOf={({ filename }) => filename || "Export"}
          empty="No exports yet. Each one stays here until its expiry date."
        />
      </Stack>
    </>
  );
}
