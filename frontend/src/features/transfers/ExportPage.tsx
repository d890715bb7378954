import { SimpleGrid, Stack } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { JobSection } from "@/components/JobSection";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { ExportCard } from "./ExportCard";
import { HistoryExportCard } from "./HistoryExportCard";

/** Writes the project's annotations to files. */
export default function ExportPage() {
  const project = useProject();
  const { exportFormats } = useKind(project.kind);
  useDocumentTitle("Export", project.title);
  return (
    <>
      <PageHeader title="Export">
        Download the annotations so far. The same annotations always give the same file, byte for
        byte.
      </PageHeader>
      <Stack gap="xl" maw={900}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {exportFormats.map((format) => (
            <ExportCard key={format.value} slug={project.slug} format={format} />
          ))}
          <HistoryExportCard slug={project.slug} />
        </SimpleGrid>
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
