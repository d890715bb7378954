import { Button, Card } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { guidelinesQuery } from "@/api/projects";
import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { DraftNotice } from "./DraftNotice";
import { GuidelinesEditor } from "./GuidelinesEditor";
import { GuidelinesText } from "./GuidelinesText";

/** The guidelines to read; leads write them here too. */
export default function GuidelinesPage() {
  const project = useProject();
  useDocumentTitle("Guidelines", project.title);
  const [isEditing, setEditing] = useState(false);
  const guidelines = useQuery(guidelinesQuery(project.slug));
  const isLead = project.role === "lead";

  if (isEditing) {
    return (
      <QueryView query={guidelines}>
        {(current) => (
          <GuidelinesEditor project={project} current={current} onClose={() => setEditing(false)} />
        )}
      </QueryView>
    );
  }
  return (
    <>
      <PageHeader
        title="Guidelines"
        actions={
          isLead && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              disabled={guidelines.data === undefined}
              onClick={() => setEditing(true)}
            >
              {guidelines.data?.version === 0 ? "Adapt" : "Edit"}
            </Button>
          )
        }
      >
        How to annotate in this project. Press ? on any of its pages to open the guidelines beside
        your work.
      </PageHeader>
      {isLead && guidelines.data?.version === 0 && (
        <DraftNotice slug={project.slug} draft={guidelines.data} />
      )}
      <Card padding="xl">
        <GuidelinesText slug={project.slug} />
      </Card>
    </>
  );
}
