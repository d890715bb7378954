import { Button } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import type { Statistics } from "@/api/statistics";
import type { Project } from "@/api/types";
import { saveFile } from "@/components/charts/saveFigure";

import type { Dashboard } from "../dashboards";
import { useAnnotatorNames } from "../parts/useAnnotatorNames";

interface DownloadAllProps {
  readonly project: Project;
  readonly statistics: Statistics;
  readonly dashboards: readonly Dashboard[];
}

/** Saves all pages' numbers as a ZIP file, which is made of the report that is here already. */
export function DownloadAll({ project, statistics, dashboards }: DownloadAllProps) {
  const nameOf = useAnnotatorNames(project.slug);
  const save = useMutation({
    mutationFn: async () => {
      const { report, results } = statistics;
      if (report === null) return;
      const [{ factsOf, reportFiles }, { zipFile }] = await Promise.all([
        import("./reportFiles"),
        import("./zipFile"),
      ]);
      const about = {
        title: project.title,
        facts: factsOf(report),
        report: { report, sections: results },
      };
      const files = reportFiles(results, dashboards, about, nameOf);
      const name = `${project.slug}-statistics.zip`;
      saveFile(name, "application/zip", zipFile(files, new Date(report.created_at)));
    },
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconFileZip size={15} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Download all
    </Button>
  );
}
